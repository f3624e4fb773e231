"""relic"""
