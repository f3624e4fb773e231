"""The Django project, and what makes it a companion: accounts, matches, pages."""
