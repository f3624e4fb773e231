"""Who asks: people with an account, guests without one, devices and tokens. It knows nothing of the rest."""
