"""reliquary"""
