/** Writes apps/server/src/platform/db/tables.ts from a freshly migrated database: types, and what is exported. Needs TEST_DATABASE_URL. */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { migrate } from '../apps/server/src/platform/db/migrate.ts'
import { prepareWith } from '../apps/server/src/platform/db/prepare.ts'
import { readExported } from './read-exported.ts'

const root = path.resolve(import.meta.dirname, '..')
const file = path.join(root, 'apps/server/src/platform/db/tables.ts')
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
      ...['--out-file', file],
    ],
    { stdio: 'inherit', env: { ...process.env, PATH: `${bin}:${process.env.PATH ?? ''}` } },
  )
  const migrated = new pg.Client({ connectionString: url.href })
  await migrated.connect()
  try {
    const exported = Object.entries(await readExported(async (text) => (await migrated.query(text)).rows))
    writeFileSync(
      file,
      [
        readFileSync(file, 'utf8')
          .replace(/^ +\* (?:not )?exported\b.*\n/gm, '')
          .replace(/^ +\/\*\*\n +\*\/\n/gm, ''),
        "/** By table: what of it is in a tenant's export, or why not, as the comments of the database say. */",
        'export const exported = {',
        ...exported.map(([table, said]) => `  ${table}: ${JSON.stringify(said)},`),
        '} as const;\n',
      ].join('\n'),
    )
  } finally {
    await migrated.end()
  }
} finally {
  await client.query(`drop database ${name} with (force)`)
  await client.end()
}
