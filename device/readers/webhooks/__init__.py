"""Addresses that are told what happens, each in order and signed as Standard Webhooks writes it."""
