"""URLs of accounts, under ``/api/``."""

from django.urls import path

from companion.accounts import api

urlpatterns = [
    path("guests/", api.Guests.as_view()),
    path("accounts/", api.Accounts.as_view()),
    path("tokens/", api.Tokens.as_view()),
    path("tokens/<uuid:token_id>/", api.TokenDetail.as_view()),
    path("sessions/", api.Sessions.as_view()),
    path("me/", api.Me.as_view()),
    path("me/export/", api.Export.as_view()),
]
