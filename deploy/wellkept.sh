#!/bin/sh
# The command line in the image, where nothing needs to be installed or built.
exec node --max-semi-space-size=8 --heap-growing-percent=40 /app/apps/server/cli.ts "$@"
