#!/bin/sh
# Make secrets/ beside compose.yaml: a file for each secret, whose name is that of its setting.
#
#   sh deploy/secrets.sh         a file that is there stays as it is, so this can be run again
#
# A secret that .env still has is taken from there; remove it from .env then, because the product refuses both. Nobody but
# the owner of secrets/ can enter it; the files can be read, because the product in its container is another user.
set -eu
cd "$(dirname "$0")/.."
umask 022
mkdir -p secrets
chmod 700 secrets

random() { od -An -N32 -tx1 /dev/urandom | tr -d ' \n'; }

# Print what .env has for a name, without quotation marks around it.
given() { [ ! -f .env ] || sed -n "s/^$1=//p" .env | tail -n 1 | sed "s/^'\(.*\)'\$/\1/; s/^\"\(.*\)\"\$/\1/"; }

keep() { [ -e "secrets/$1" ] || printf '%s\n' "$2" >"secrets/$1"; }

# Keep what .env has, else a new random one.
made() { known=$(given "$2"); keep "$1" "${known:-$(random)}"; }

made secret_key SECRET_KEY
made backup_key BACKUP_KEY
made postgres_password POSTGRES_PASSWORD
made redis_password REDIS_PASSWORD
app=$(given APP_DATABASE_PASSWORD)
keep database_url "postgresql://spraakrapport_app:${app:-$(random)}@db:5432/spraakrapport"
keep database_owner_url "postgresql://spraakrapport:$(cat secrets/postgres_password)@db:5432/spraakrapport"
keep redis_url "redis://:$(cat secrets/redis_password)@redis:6379/0"
keep counters_redis_url "redis://:$(cat secrets/redis_password)@counters:6379/0"
for name in FORMER_SECRET_KEYS MAIL_URL METRICS_TOKEN OPENAI_API_KEY SPEECH_API_KEY STRUCTURE_API_KEY \
    STRIPE_SECRET_KEY STRIPE_WEBHOOK_SECRET; do
    keep "$(printf %s "$name" | tr A-Z a-z)" "$(given "$name")"
done
