"""The URLs of catalogues and lists, under ``/api/``."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
