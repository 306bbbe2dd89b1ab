/**
 * Erases a tenant that is closing: every row of each table with a `tenant_id`, as the catalogue of the database lists
 * them, so that no new table can be forgotten, and its files. Each batch is a transaction: what was killed goes on.
 */
import { publishErasure, rememberErasure } from './backup/erasures.ts'
import type { Platform } from './context.ts'
import { inTenant, type TenantTransaction } from './db/tenant-db.ts'

const batch = 5000
/** Folders of the storage, below each of which a tenant has one of its own. */
const fileFolders = ['photos', 'exports']

/** The request role cannot delete from these; a function of the owner does. */
const protectedTables = new Set(['audit_entry', 'audit_head', 'list_revision'])

interface Table {
  readonly name: string
  /** tables whose rows refer to it, so they go first */
  readonly referrers: readonly string[]
}

const tablesText = `select c.relname as name,
    coalesce(array_agg(distinct r.relname::text) filter (where r.oid <> c.oid), '{}') as referrers
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
  left join pg_constraint f on f.confrelid = c.oid and f.contype = 'f'
  left join pg_class r on r.oid = f.conrelid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
  group by c.relname`

/** Referring tables first. @throws Error where tables refer to each other in a circle */
const inOrder = (tables: readonly Table[]): string[] => {
  const left = new Map(tables.map((table) => [table.name, table.referrers]))
  const ordered: string[] = []
  while (left.size > 0) {
    const free = [...left].filter(([, referrers]) => referrers.every((name) => !left.has(name)))
    if (free.length === 0) throw new Error(`Tables refer to each other: ${[...left.keys()].join(', ')}`)
    for (const [name] of free) {
      ordered.push(name)
      left.delete(name)
    }
  }
  return ordered
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** @returns rows deleted, at most a batch */
const deleteSome = async ({ run }: TenantTransaction, name: string, tenantId: string): Promise<number> => {
  const [row] = protectedTables.has(name)
    ? await run<{ n: number }>('select erase_protected($1, $2) as n', [name, batch])
    : await run<{ n: number }>(
        `with gone as (delete from ${quoted(name)} where tenant_id = $1 and ctid = any (array(
             select ctid from ${quoted(name)} where tenant_id = $1 limit ${batch})) returning 1)
           select count(*)::int as n from gone`,
        [tenantId],
      )
  return row?.n ?? 0
}

/** From here on nobody may come back to it: its tokens are refused, and it is not lifted any more. */
const beginText =
  "update tenant set state = 'ERASED' where id = $1 and (state in ('CLOSING', 'ERASED') or $2) returning id"

const tombstoneText = `update tenant set name = 'Erased', slug = 'erased-' || id::text, state = 'ERASED', plan = 'TRIAL',
    settings = '{}', trial_ends_at = null, time_zone = 'UTC', state_reason = null, state_message = null,
    grace_until = null, erase_at = null, limit_overrides = '[]', plan_source = 'NONE', plan_until = null,
    past_due_since = null, history_plan = null, history_shrinks_at = null, created_at = $2, version = 1
  where id = $1`

/** Also those that are done: they name the tenant in their data. */
const jobsText = "delete from pgboss.job where data ->> 'tenantId' = $1"
const flagsText = 'update feature_flag set tenants = tenants - $1 where tenants ? $1'
const unreadText = `delete from announcement where audience = '{"tenantIds": []}'`
const noticesText = `update announcement set audience = jsonb_build_object('tenantIds', (audience -> 'tenantIds') - $1)
  where audience -> 'tenantIds' ? $1`

export interface Erased {
  readonly rows: number
  readonly files: number
}

/**
 * Leaves the tenant's row with its id, the state ERASED and the day; its slug is free again.
 * @param wasErased a backup brought it back, whatever its state was then
 * @throws Error for a tenant that is not CLOSING or ERASED
 */
export const eraseTenant = async (
  platform: Platform,
  tenantId: string,
  wasErased = false,
): Promise<Erased> => {
  const { databases, storage, clock, tenantChanged } = platform
  const at = clock.now()
  const erasing = <T>(work: (transaction: TenantTransaction) => Promise<T>): Promise<T> =>
    inTenant(databases.jobs, tenantId, 'write', (transaction) => {
      // Its change counters are rows of the tenant too.
      transaction.skipInvalidation()
      return work(transaction)
    })
  // Before the first row is deleted, since not every table is protected by the database.
  const [begun] = await erasing(async ({ run }) => {
    const begun = await run(beginText, [tenantId, wasErased])
    if (begun.length > 0) await rememberErasure(run, at, tenantId, null)
    return begun
  })
  if (!begun) throw new Error('The rows of a tenant that is not closing are kept')
  await publishErasure(platform, { at: at.toISOString(), tenant: tenantId, person: null })
  tenantChanged(tenantId)
  const { rows: tables } = await databases.jobs.query<Table>(tablesText)
  let rows = 0
  for (const name of inOrder(tables)) {
    let deleted: number
    do {
      deleted = await erasing((transaction) => deleteSome(transaction, name, tenantId))
      rows += deleted
    } while (deleted === batch)
  }
  let files = 0
  for (const folder of fileFolders) files += await storage.removeUnder(`${folder}/${tenantId}`)
  await databases.worker.query(jobsText, [tenantId])
  await erasing(async ({ run }) => {
    await run(flagsText, [tenantId])
    await run(noticesText, [tenantId])
  })
  await databases.worker.query(unreadText)
  await erasing(({ run }) => run(tombstoneText, [tenantId, clock.now()]))
  return { rows, files }
}
