"""Dated figures that rules rely on."""
