"""URLs of the sheets, under ``/api/``."""

from django.urls import path

from printing import api, uploads_api

urlpatterns = [
    path("sheets/", api.Sheets.as_view()),
    path("sheets/<uuid:sheet_id>/", api.SheetDetail.as_view()),
    path("sheets/<uuid:sheet_id>/jobs/", api.SheetJobs.as_view()),
    path("lists/<uuid:list_id>/prints/", uploads_api.ListPrints.as_view()),
    path("uploads/", uploads_api.Uploads.as_view()),
    path("uploads/<uuid:upload_id>/", uploads_api.UploadDetail.as_view()),
    path("printers/", uploads_api.Printers.as_view()),
    path("printers/<uuid:printer_id>/", uploads_api.PrinterDetail.as_view()),
    path("print-jobs/", api.Jobs.as_view()),
    path("print-jobs/preview/", api.PagePreview.as_view()),
    path("print-jobs/<uuid:job_id>/", api.JobDetail.as_view()),
    path("print-jobs/<uuid:job_id>/cancel/", api.JobCancel.as_view()),
    path("print-jobs/<uuid:job_id>/file/", api.JobFile.as_view()),
    path("print-jobs/<uuid:job_id>/preview.png", api.JobPreview.as_view()),
]
