"""The URLs of catalogues and lists, under ``/api/``."""

from django.urls import path

from cards import api, cards_api, list_urls, set_urls

urlpatterns = [
    path("games/", api.Games.as_view()),
    path("games/<slug:game>/", api.GameDetail.as_view()),
    path("games/<slug:game>/cards/", cards_api.Cards.as_view()),
    path("games/<slug:game>/cards/<str:code>/", cards_api.CardDetail.as_view()),
    path("games/<slug:game>/rules/", api.Rules.as_view()),
    path("games/<slug:game>/rules/<str:rule_id>/", api.RuleDetail.as_view()),
    *list_urls.urlpatterns,
    *set_urls.urlpatterns,
]
