"""relic_knights"""
