"""The URLs of sets, under ``/api/``."""

from django.urls import path

from cards import sets_api

urlpatterns = [
    path("sets/", sets_api.Sets.as_view()),
    path("sets/<uuid:set_id>/", sets_api.SetDetail.as_view()),
    path("sets/<uuid:set_id>/link/", sets_api.SetLink.as_view()),
    path("sets/<uuid:set_id>/copy/", sets_api.SetCopy.as_view()),
    path("sets/<uuid:set_id>/import/", sets_api.SetImport.as_view()),
    path("sets/<uuid:set_id>/cards/", sets_api.SetCards.as_view()),
    path("sets/<uuid:set_id>/cards/<str:code>/", sets_api.SetCardDetail.as_view()),
    path("sets/<uuid:set_id>/cards/<str:code>/image/", sets_api.SetCardImage.as_view()),
]
