"""URLs of matches, under ``/api/``."""

from django.urls import path

from companion.matches import api, board_api, live_api, log_api, people_api

urlpatterns = [
    path("matches/<uuid:match_id>/commands/", api.CommandList.as_view()),
    path("matches/", api.Matches.as_view()),
    path("matches/import/", log_api.Import.as_view()),
    path("matches/<uuid:match_id>/", api.MatchDetail.as_view()),
    path("matches/<uuid:match_id>/state/", api.StateDetail.as_view()),
    path("matches/<uuid:match_id>/events/", api.Events.as_view()),
    path("matches/<uuid:match_id>/board.svg", board_api.BoardPicture.as_view()),
    path("matches/<uuid:match_id>/summary/", log_api.SummaryDetail.as_view()),
    path("matches/<uuid:match_id>/fork/", log_api.Fork.as_view()),
    path("matches/<uuid:match_id>/export/", log_api.Export.as_view()),
    path("me/statistics/", log_api.Statistics.as_view()),
    path("matches/<uuid:match_id>/seats/<int:seat>/code/", people_api.SeatCode.as_view()),
    path("matches/<uuid:match_id>/seats/<int:seat>/", people_api.SeatDetail.as_view()),
    path("matches/<uuid:match_id>/spectators/", people_api.Spectators.as_view()),
    path("matches/<uuid:match_id>/spectators/code/", people_api.SpectatorCode.as_view()),
    path("matches/<uuid:match_id>/owner/", people_api.Owner.as_view()),
    path("matches/<uuid:match_id>/deletion/", people_api.Deletion.as_view()),
    path("live/", live_api.Live.as_view()),
    path("join/", people_api.Join.as_view()),
]
