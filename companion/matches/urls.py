"""URLs of matches, under ``/api/``."""

from django.urls import path

from companion.matches import api, live_api

urlpatterns = [
    path("matches/", api.Matches.as_view()),
    path("matches/<uuid:match_id>/", api.MatchDetail.as_view()),
    path("matches/<uuid:match_id>/state/", api.StateDetail.as_view()),
    path("matches/<uuid:match_id>/events/", api.Events.as_view()),
    path("matches/<uuid:match_id>/commands/", api.CommandList.as_view()),
    path("matches/<uuid:match_id>/seats/<int:seat>/code/", api.SeatCode.as_view()),
    path("live/", live_api.Live.as_view()),
    path("join/", api.Join.as_view()),
]
