"""Whom a sentence is about: names, clients and the topics of a handover."""
