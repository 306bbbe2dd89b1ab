/**
 * Which module writes which table (ARCHITECTURE, "Import direction"). Reads SQL as text, so it is a check, not a
 * proof.
 */
import { areaOf, isTest, type SourceFile } from './import-rules.ts'

interface ForeignWriter {
  readonly table: string
  readonly room: string
  readonly reason: string
}

/** Foreign writers: modules that write a table of another one, with the reason. */
export const foreignWriters: readonly ForeignWriter[] = [
  {
    table: 'amenity',
    room: 'module places/lookup',
    reason: 'the state follows from status items and tasks, which administration must not wait for',
  },
  {
    table: 'api_key',
    room: 'platform',
    reason: 'the gate notes the last use, before any module is asked',
  },
  {
    table: 'app_user',
    room: 'module team',
    reason: 'roles, buildings and state of a member; who that is and how they come in is with auth',
  },
  {
    table: 'app_user',
    room: 'module sso',
    reason:
      'the provider tells name, roles and who may come in without it, in the transaction of the sign-in',
  },
  {
    table: 'event',
    room: 'module feedback',
    reason: 'submissions that arrive together are one statement with their events',
  },
  {
    table: 'finding',
    room: 'module scout/rounds',
    reason: 'a stop that is handed back is renewed, so its findings lose it in the same transaction',
  },
  {
    table: 'session',
    room: 'platform',
    reason: 'the gate notes the first use of a pair of tokens, before any module is asked',
  },
  {
    table: 'support_access',
    room: 'module settings',
    reason: 'switching support access off ends one that is open, in the same transaction',
  },
  {
    table: 'announcement',
    room: 'platform',
    reason: 'an erased tenant is among no readers any more',
  },
  {
    table: 'feature_flag',
    room: 'platform',
    reason: 'no flag is switched for an erased tenant any more',
  },
  {
    table: 'support_access',
    room: 'platform',
    reason: 'the gate counts what support reads',
  },
  {
    table: 'tenant',
    room: 'module super-admin',
    reason: 'closing, limits that differ from those of the plan, and the version',
  },
  {
    table: 'tenant',
    room: 'module settings',
    reason: 'name, time zone and settings; auth makes the tenant',
  },
  {
    table: 'tenant',
    room: 'platform',
    reason: 'an erased tenant leaves a row without content',
  },
  {
    table: 'tenant',
    room: 'module billing',
    reason: 'plan and state, which follow from what is paid; auth makes the tenant',
  },
  {
    table: 'tenant',
    room: 'module sso',
    reason: 'says in one transaction with the configuration that all must come by it',
  },
  {
    table: 'tenant_counter',
    room: 'module scout/scouts',
    reason: 'mystery visitors are counted in the statement that writes one',
  },
  {
    table: 'tenant_counter',
    room: 'module scout/rounds',
    reason: 'rounds are numbered in the statement that writes one',
  },
]

const statement =
  /\b(?:insert\s+into|delete\s+from|merge\s+into|truncate(?:\s+table)?|update(?=\s+\w+(?:\s+(?:as\s+)?\w+)?\s+set\b))\s+(\w+)|\b(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*['"`](\w+)|\bresource\(\{\s*table: '(\w+)'/g

/** A table name in a variable is invisible to this check. */
const hidden =
  /\b(?:insert\s+into|delete\s+from|merge\s+into|update)\s+\$\{|\b(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*(?!['"`)])\w/g

/** Empties every table of a tenant, by the catalogue. */
const erasing = 'apps/server/src/platform/erase-tenant.ts'

interface Write {
  readonly file: string
  readonly line: number
  readonly room: string
  readonly table: string
}

const lineOf = (text: string, index: number): number => text.slice(0, index).split('\n').length

const writesIn = (files: readonly SourceFile[], tables: ReadonlySet<string>): Write[] =>
  files.flatMap(({ path: file, text }) =>
    [...text.matchAll(statement)].flatMap((match) => {
      const table = match[1] ?? match[2] ?? match[3] ?? ''
      return tables.has(table) ? [{ file, line: lineOf(text, match.index), room: areaOf(file), table }] : []
    }),
  )

/** It writes the table of each resource that is defined with it, and that definition counts as the write. */
const helper = 'apps/server/src/platform/resource.ts'

/** Of names in the file generated from the database. */
export const tablesIn = (text: string): ReadonlySet<string> =>
  new Set(
    [...(/interface DB \{([^}]*)\}/.exec(text)?.[1] ?? '').matchAll(/^\s*(\w+):/gm)].map((m) => m[1] ?? ''),
  )

/** Returns each violation as a line. */
export const findForeignWrites = (
  all: readonly SourceFile[],
  tables: ReadonlySet<string>,
  allowed: readonly ForeignWriter[] = foreignWriters,
): string[] => {
  const files = all.filter(({ path: file }) => file.startsWith('apps/server/') && !isTest(file))
  const writes = writesIn(files, tables)
  const isGuest = (table: string, room: string): boolean =>
    allowed.some((guest) => guest.table === table && guest.room === room)
  const own = writes.filter(({ table, room }) => !isGuest(table, room))
  return [
    ...[...tables].flatMap((table) => {
      const writers = own.filter((write) => write.table === table)
      const rooms = [...new Set(writers.map(({ room }) => room))]
      if (rooms.length < 2) return []
      const where = writers.map(({ file, line }) => `${file}:${line}`).join(', ')
      return [`table ${table} is written by ${rooms.join(' and ')}: ${where}`]
    }),
    ...allowed
      .filter(({ table, room }) => !writes.some((write) => write.table === table && write.room === room))
      .map(({ table, room }) => `${room} no longer writes table ${table}: take it out of the foreignWriters`),
    ...files
      .filter(({ path: file }) => file !== helper && file !== erasing)
      .flatMap(({ path: file, text }) =>
        [...text.matchAll(hidden)].map(
          ({ index }) => `${file}:${lineOf(text, index)}  writes a table that is not named: name it`,
        ),
      ),
  ]
}
