"""How every list of the API is answered: ``count``, ``next``, ``previous``, ``results``."""

from rest_framework.pagination import PageNumberPagination


class Pages(PageNumberPagination):
    """``?page=`` and ``?page_size=`` (100 by default, 500 at the most)."""

    page_size = 100
    page_size_query_param = "page_size"
    max_page_size = 500
