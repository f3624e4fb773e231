"""The URLs of catalogues and lists, under ``/api/``."""

from django.urls import path

from cards import api

urlpatterns = [
    path("games/", api.Games.as_view()),
    path("games/<slug:game>/", api.GameDetail.as_view()),
    path("games/<slug:game>/cards/", api.Cards.as_view()),
    path("games/<slug:game>/cards/<str:code>/", api.CardDetail.as_view()),
    path("games/<slug:game>/rules/", api.Rules.as_view()),
    path("games/<slug:game>/rules/<str:rule_id>/", api.RuleDetail.as_view()),
    path("lists/check/", api.CheckList.as_view()),
    path("lists/read/", api.ReadText.as_view()),
]
