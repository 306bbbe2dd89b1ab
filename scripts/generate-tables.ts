/** Writes apps/server/src/platform/db/tables.ts from a freshly migrated database. Needs TEST_DATABASE_URL. */
import { execFileSync } from 'node:child_process'
import path from 'node:path'
import pg from 'pg'
import { migrate } from '../apps/server/src/platform/db/migrate.ts'
import { prepareWith } from '../apps/server/src/platform/db/prepare.ts'

const root = path.resolve(import.meta.dirname, '..')
const server = process.env.TEST_DATABASE_URL ?? 'postgresql://root@127.0.0.1:5432/postgres'
const name = `wellkept_types_${process.pid}`
const client = new pg.Client({ connectionString: server })
await client.connect()
await client.query(`create database ${name}`)
try {
  const url = new URL(server)
  url.pathname = `/${name}`
  await prepareWith(url.href, migrate)
  const bin = path.join(root, 'node_modules/.bin')
  execFileSync(
    process.execPath,
    [
      path.join(root, 'node_modules/kysely-codegen/dist/cli/bin.js'),
      ...[
        '--dialect',
        'postgres',
        '--url',
        url.href,
        '--no-domains',
        '--numeric-parser',
        'number',
        '--date-parser',
        'string',
      ],
      ...['--type-mapping', '{"int8":"number"}', '--exclude-pattern', 'schema_migration'],
      ...['--out-file', path.join(root, 'apps/server/src/platform/db/tables.ts')],
    ],
    { stdio: 'inherit', env: { ...process.env, PATH: `${bin}:${process.env.PATH ?? ''}` } },
  )
} finally {
  await client.query(`drop database ${name} with (force)`)
  await client.end()
}
