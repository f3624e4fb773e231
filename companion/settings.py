"""All settings, each read from the environment here; README.md has a line for every one of them."""

from pathlib import Path
from typing import Any

import dj_database_url

from companion import environment

BASE_DIR = Path(__file__).resolve().parent.parent
VAR = Path(environment.text("VAR_DIR", str(BASE_DIR / "var")))
VAR.mkdir(parents=True, exist_ok=True)
VERSION = "0.1.0"

DEBUG = environment.flag("DEBUG")
SECRET_KEY = environment.secret_key(VAR / "secret-key")
ALLOWED_HOSTS = environment.words("ALLOWED_HOSTS", "127.0.0.1,localhost,[::1]")

# HTTPS=1: served behind TLS. On plain HTTP a Secure cookie would never come back.
HTTPS = environment.flag("HTTPS")
SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = ["^healthz$", "^readyz$"]
SECURE_HSTS_SECONDS = environment.number("HSTS_SECONDS", 31_536_000) if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = HTTPS
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if environment.flag("BEHIND_PROXY") else None
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
CSRF_TRUSTED_ORIGINS = environment.words("CSRF_TRUSTED_ORIGINS")
CSRF_FAILURE_VIEW = "companion.web.errors.csrf_failure"
X_FRAME_OPTIONS = "DENY"

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "csp",
    "django_htmx",
    "template_partials",
    "companion.apps.CompanionConfig",
    "companion.accounts",
    "cards",
    "printing",
    "companion.matches",
    "companion.web",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "companion.web.compression.Compression",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "companion.web.policy.PagesPolicy",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "companion.web.errors.ProblemPages",
]
ROOT_URLCONF = "companion.urls"

# Nothing comes from elsewhere, nothing inline runs.
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'none'"],
        "script-src": ["'self'"],
        "style-src": ["'self'"],
        "img-src": ["'self'", "data:"],
        "font-src": ["'self'"],
        "connect-src": ["'self'"],
        "manifest-src": ["'self'"],
        "worker-src": ["'self'"],
        "form-action": ["'self'"],
        "base-uri": ["'none'"],
        "frame-ancestors": ["'none'"],
    },
}
ASGI_APPLICATION = "companion.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "companion.web.visitors.on_every_page",
            ]
        },
    }
]


def _database() -> dict[str, Any]:
    url = environment.text("DATABASE_URL", f"sqlite:///{VAR / 'companion.sqlite3'}")
    database: dict[str, Any] = dict(dj_database_url.parse(url))
    if database["ENGINE"].endswith("sqlite3"):
        # Opening the file and its pragmas cost more than a command does.
        database["CONN_MAX_AGE"] = 600
        # In WAL mode a write that begins as a read cannot wait for a lock: so each transaction takes it at once.
        database["OPTIONS"] = {
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON",
        }
    else:
        # Who waits longer for a connection than a moment gets an answer that says so, and asks again.
        most = environment.number("DATABASE_POOL", 10)
        database["OPTIONS"] = {"pool": {"min_size": 1, "max_size": most, "timeout": 3}}
    return database


DATABASES = {"default": _database()}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = environment.text("REDIS_URL")
REDIS_PREFIX = environment.text("REDIS_PREFIX", "companion")
LIVE_CHANNEL = f"{REDIS_PREFIX}:live"
NEAR: dict[str, Any] = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
REDIS_CACHE: dict[str, Any] = {
    "BACKEND": "django.core.cache.backends.redis.RedisCache",
    "LOCATION": REDIS_URL,
    "KEY_PREFIX": REDIS_PREFIX,
    # Nobody waits for a Redis that does not answer: what is counted there is counted near by then.
    "OPTIONS": {"socket_timeout": 0.5, "socket_connect_timeout": 0.5},
}
CACHES: dict[str, dict[str, Any]] = {"default": REDIS_CACHE if REDIS_URL else NEAR, "near": NEAR}
CELERY_BROKER_URL = REDIS_URL or None
CELERY_BROKER_TRANSPORT_OPTIONS = {"global_keyprefix": f"{REDIS_PREFIX}:"}
CELERY_TASK_IGNORE_RESULT = True
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_WORKER_HIJACK_ROOT_LOGGER = False

AUTH_USER_MODEL = "accounts.User"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]
TOKEN_DAYS = environment.number("TOKEN_DAYS", 90)
DEVICE_DAYS = environment.number("DEVICE_DAYS", 400)

LANGUAGE_CODE = "en"
TIME_ZONE = "UTC"
USE_TZ = True

STATIC_URL = "static/"
STATIC_ROOT = VAR / "static"
STATIC_ROOT.mkdir(parents=True, exist_ok=True)
# Nobody has to run collectstatic: the files are found where the packages keep them.
WHITENOISE_USE_FINDERS = True
PRINT_DIR = VAR / "prints"
CARD_IMAGE_DIR = VAR / "card-images"
PRINT_DAYS = environment.number("PRINT_DAYS", 30)
PRINT_SECONDS = environment.number("PRINT_SECONDS", 600)
UPLOAD_DIR = VAR / "uploads"

DATA_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "companion.accounts.authentication.BearerAuthentication",
        "companion.accounts.authentication.DeviceAuthentication",
        "companion.accounts.authentication.AccountAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "companion.negotiation.Negotiation",
    "DEFAULT_PARSER_CLASSES": ["companion.parsing.StrictJSON"],
    "DEFAULT_PAGINATION_CLASS": "companion.paging.Pages",
    "DEFAULT_SCHEMA_CLASS": "companion.openapi.Schema",
    "EXCEPTION_HANDLER": "companion.answering.answer_exception",
    "DEFAULT_THROTTLE_RATES": {
        "guests": environment.text("RATE_GUESTS", "60/hour"),
        "passwords": environment.text("RATE_PASSWORDS", "20/min"),
        "copies": environment.text("RATE_COPIES", "60/hour"),
        "joins": environment.text("RATE_JOINS", "30/min"),
        "previews": environment.text("RATE_PREVIEWS", "120/min"),
    },
    "UNAUTHENTICATED_USER": None,
    "URL_FORMAT_OVERRIDE": None,
    "NUM_PROXIES": environment.number("PROXIES", 0),
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Companion",
    "DESCRIPTION": "Build legal cadres and decks, track the match on the table, print the cards.",
    "VERSION": VERSION,
    "OAS_VERSION": "3.1.1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "COMPONENT_SPLIT_REQUEST": True,
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "companion.openapi.add_structs",
    ],
}

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": environment.text("LOG_LEVEL", "INFO")},
    "loggers": {"django": {"handlers": [], "level": "INFO", "propagate": True}},
}
