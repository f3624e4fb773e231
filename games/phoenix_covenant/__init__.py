"""phoenix_covenant"""
