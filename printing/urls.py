"""URLs of the sheets, under ``/api/``."""

from django.urls import path

from printing import api

urlpatterns = [
    path("sheets/", api.Sheets.as_view()),
    path("sheets/<uuid:sheet_id>/", api.SheetDetail.as_view()),
    path("sheets/<uuid:sheet_id>/jobs/", api.SheetJobs.as_view()),
    path("print-jobs/", api.Jobs.as_view()),
    path("print-jobs/<uuid:job_id>/", api.JobDetail.as_view()),
    path("print-jobs/<uuid:job_id>/cancel/", api.JobCancel.as_view()),
    path("print-jobs/<uuid:job_id>/file/", api.JobFile.as_view()),
    path("print-jobs/<uuid:job_id>/preview.png", api.JobPreview.as_view()),
]
