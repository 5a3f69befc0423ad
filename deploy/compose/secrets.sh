#!/bin/sh
# Makes what compose.yaml takes as secrets, in secrets/ beside this file; keeps what is there.
# Containers read them as users of their own, so only the folder is closed to others.
set -eu
cd "$(dirname "$0")"
mkdir -p -m 700 secrets
cd secrets
[ -e database_password ] || openssl rand -hex 24 >database_password
[ -e grafana_password ] || openssl rand -hex 12 >grafana_password
if [ ! -e npcserver.toml ]; then
	cat >npcserver.toml <<-TOML
		[database]
		url = "postgresql+psycopg://npc:$(cat database_password)@postgres/npc"

		[server]
		keys = ["$(openssl rand -hex 32)"]

		# [http]
		# origins = ["https://play.example.com"]

		# [model]
		# name = "openai:NAME"
		# base_url = "https://models.example.com/v1"
		# api_key = "..."
	TOML
fi
# put the certificate of your domain in its place: certificate, chain and key in one file
if [ ! -e npcserver.pem ]; then
	openssl req -x509 -newkey rsa:2048 -nodes -days 365 -subj /CN=localhost \
		-addext subjectAltName=DNS:localhost,IP:127.0.0.1 -keyout npcserver.pem -out chain 2>/dev/null
	cat chain >>npcserver.pem
	rm chain
fi
chmod 644 ./*
