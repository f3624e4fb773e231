"""The URLs of lists, under ``/api/``: the same under ``cadres/`` and ``decks/``."""

from django.urls import URLPattern, path

from cards import analysis_api, archive_api, collection_api, exchange_api, history_api, lists_api, sharing_api
from cards.lists import Word


def of_word(word: Word) -> list[URLPattern]:
    """The URLs of the lists that are called so."""
    one = f"{word}s/<uuid:list_id>/"
    views = {
        f"{word}s/": lists_api.Lists,
        one: lists_api.ListDetail,
        f"{one}problems/": analysis_api.Problems,
        f"{one}may-add/": analysis_api.MayAddView,
        f"{one}curves/": analysis_api.Curves,
        f"{one}odds/": analysis_api.OddsView,
        f"{one}sample-hand/": analysis_api.SampleHandView,
        f"{one}missing/": collection_api.Missing,
        f"{one}revisions/": history_api.Revisions,
        f"{one}revisions/<int:number>/": history_api.RevisionDetail,
        f"{one}revisions/<int:number>/restore/": history_api.RestoreRevision,
        f"{one}draft/": history_api.Draft,
        f"{one}diff/": history_api.DiffView,
        f"{one}sharing/": sharing_api.Sharing,
        f"{one}built/": sharing_api.Built,
        f"{one}copy/": sharing_api.Copy,
        f"{one}export/": exchange_api.Export,
    }
    return [path(route, view.as_view(), {"word": word}) for route, view in views.items()]


urlpatterns = [
    *of_word("cadre"),
    *of_word("deck"),
    path("lists/check/", exchange_api.CheckList.as_view()),
    path("lists/read/", exchange_api.ReadText.as_view()),
    path("lists/import/", exchange_api.ImportList.as_view()),
    path("lists/formats/", exchange_api.Formats.as_view()),
    path("lists/many/", sharing_api.Many.as_view()),
    path("collection/", collection_api.Collection.as_view()),
    path("collection/<slug:game>/", collection_api.CollectionOfGame.as_view()),
    path("me/archive/", archive_api.Archive.as_view()),
]
