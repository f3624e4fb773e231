"""URLs of the pages."""

from django.urls import path

from companion.web import account, correct, faces, home, install, matches, prints, replay, rules, table

app_name = "web"
urlpatterns = [
    path("", home.home, name="home"),
    path("manifest.webmanifest", install.manifest, name="manifest"),
    path("worker.js", install.service_worker, name="worker"),
    path("offline/", install.offline, name="offline"),
    path("account/", account.account, name="account"),
    path("account/sign-up/", account.sign_up, name="sign_up"),
    path("account/sign-in/", account.sign_in, name="sign_in"),
    path("account/sign-out/", account.sign_out, name="sign_out"),
    path("account/delete/", account.delete, name="delete_account"),
    path("rules/", rules.games, name="rules"),
    path("rules/<slug:game>/", rules.rules_of_game, name="rules_of_game"),
    path("faces/<slug:game>/<str:edition>/<str:code>.svg", faces.face, name="face"),
    path("matches/", matches.matches, name="matches"),
    path("matches/new/", matches.new, name="new_match"),
    path("matches/<uuid:match_id>/", table.table, name="table"),
    path("matches/<uuid:match_id>/commands/", table.command, name="command"),
    path("matches/<uuid:match_id>/invite/", matches.invite, name="invite"),
    path("matches/<uuid:match_id>/invite/<int:number>/", matches.code, name="code"),
    path("matches/<uuid:match_id>/correct/", correct.correct, name="correct"),
    path("matches/<uuid:match_id>/replay/", replay.replay, name="replay"),
    path("j/", matches.join, name="join"),
    path("j/<str:code>/", matches.join, name="join_by_code"),
    path("print/", prints.prints, name="prints"),
    path("print/new/", prints.new, name="new_print"),
    path("print/<uuid:job_id>/", prints.job, name="print_job"),
]
