"""The database: sessions, engines, failures, migrations and the tables."""
