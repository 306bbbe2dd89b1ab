/**
 * Copies the database while it runs: PostgreSQL is told before and after, and the write-ahead log of the time between
 * is added. A slot of this session keeps that log, so the copy is whole with or without an archive.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type { Reached } from '../db/embedded/reach.ts'
import { copyFile, hashFile, isGone, walk } from './copy.ts'
import type { Erasure } from './erasures.ts'
import type { ManifestFile } from './manifest.ts'
import { nextSegment } from './wal.ts'

/** Their content belongs to the running server. */
const emptied = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
])
const leftOut = new Set(['postmaster.pid', 'postmaster.opts', 'backup_label', 'tablespace_map', 'log'])

const isWanted = (path: string, isFolder: boolean): boolean => {
  const [first = ''] = path.split('/')
  const name = path.slice(path.lastIndexOf('/') + 1)
  if (leftOut.has(path) || name.startsWith('pgsql_tmp') || name.startsWith('pg_internal.init')) return false
  return !emptied.has(first) || (isFolder && path === first)
}

export interface OpenBackup {
  readonly lsn: string
  readonly firstSegment: string
  readonly migration: string
  readonly isArchiving: boolean
  readonly erasures: readonly Erasure[]
  /** @param add is told each file, by its path below `target` */
  copyTo(target: string, add: (file: ManifestFile) => Promise<void>): Promise<{ lastSegment: string }>
  /** Ends the session; a backup that is not finished is given up by PostgreSQL. */
  close(): Promise<void>
}

const startText = `select lsn::text, pg_walfile_name(lsn) as segment, current_setting('archive_mode') as archive_mode,
    (select max(name) from schema_migration) as migration
  from pg_backup_start('wellkept', fast => true) as lsn`
const stopText = `select pg_walfile_name(lsn) as segment, labelfile from pg_backup_stop(wait_for_archive => false)`
const erasuresText =
  'select at, erased_tenant as tenant, erased_person as person from erasure order by at, id'

interface Started {
  lsn: string
  segment: string
  archive_mode: string
  migration: string
}

const readErasureRows = async (client: pg.Client): Promise<Erasure[]> => {
  // A database of a version before has no such table.
  const { rows: found } = await client.query("select to_regclass('public.erasure') is not null as known")
  if (!found[0]?.known) return []
  const { rows } = await client.query<{ at: Date; tenant: string; person: string | null }>(erasuresText)
  return rows.map(({ at, tenant, person }) => ({ at: at.toISOString(), tenant, person }))
}

/** @throws Error if the server cannot be reached */
export const openClusterBackup = async ({ cluster, url }: Reached): Promise<OpenBackup> => {
  const client = new pg.Client({ connectionString: url, application_name: 'wellkept backup' })
  let lost: Error | undefined
  client.on('error', (error) => (lost = error))
  await client.connect()
  try {
    await client.query('set statement_timeout = 0')
    await client.query(
      "select pg_create_physical_replication_slot('wellkept_backup_' || pg_backend_pid(), true, true)",
    )
    const erasures = await readErasureRows(client)
    const { rows } = await client.query<Started>(startText)
    const [started] = rows
    if (!started) throw new Error('PostgreSQL did not start the backup')
    return {
      lsn: started.lsn,
      firstSegment: started.segment,
      migration: started.migration.replace(/\.sql$/, ''),
      isArchiving: started.archive_mode !== 'off',
      erasures,
      copyTo: async (target, add) => {
        const copy = async (path: string): Promise<void> =>
          add({ path, ...(await copyFile(join(cluster, path), join(target, path))) })
        for await (const { path } of walk(cluster, isWanted)) {
          if (lost) throw lost
          await copy(path).catch((error: unknown) => {
            // A table that was dropped meanwhile.
            if (!isGone(error)) throw error
          })
        }
        const { rows: stops } = await client.query<{ segment: string; labelfile: string }>(stopText)
        const [stop] = stops
        if (!stop) throw new Error('PostgreSQL did not end the backup')
        const label = join(target, 'backup_label')
        await writeFile(label, stop.labelfile, { mode: 0o600, flag: 'wx' })
        await add({ path: 'backup_label', ...(await hashFile(label)) })
        for (let segment = started.segment; ; segment = nextSegment(segment)) {
          await copy(`pg_wal/${segment}`)
          if (segment === stop.segment) break
        }
        return { lastSegment: stop.segment }
      },
      close: async () => void (await client.end().catch(() => {})),
    }
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
}
