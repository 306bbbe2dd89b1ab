/** The rules that keep the schema fit for a Citus cluster; read from the catalogue (docs/distribution.md). */
import type pg from 'pg'
import { type Placement, placements, queueTables, replicatedTables } from '../src/platform/db/placements.ts'

interface Key {
  readonly name: string
  readonly from: string
  readonly to: string
  readonly definition: string
  /** NO ACTION, RESTRICT, CASCADE, SET NULL, SET DEFAULT as a, r, c, n, d */
  readonly on_delete: string
  readonly on_update: string
  /** tenant_id refers to tenant_id */
  readonly within_tenant: boolean
}

const keysText = `select k.conname as name, f.relname as from, t.relname as to, pg_get_constraintdef(k.oid) as definition,
    k.confdeltype as on_delete, k.confupdtype as on_update,
    exists (select from unnest(k.conkey, k.confkey) as pair (own, other)
      join pg_attribute a on a.attrelid = k.conrelid and a.attnum = pair.own
      join pg_attribute b on b.attrelid = k.confrelid and b.attnum = pair.other
      where a.attname = 'tenant_id' and b.attname = 'tenant_id') as within_tenant
  from pg_constraint k join pg_class f on f.oid = k.conrelid join pg_class t on t.oid = k.confrelid
  where k.contype = 'f' and k.connamespace = 'public'::regnamespace and k.conparentid = 0 order by f.relname, k.conname`

const uniqueText = `select c.relname as table, i.relname as index from pg_index x
  join pg_class c on c.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
  where c.relnamespace = 'public'::regnamespace and x.indisunique and not exists (
    select from pg_attribute a where a.attrelid = c.oid and a.attnum = any(x.indkey::int2[]) and a.attname = 'tenant_id')
  order by 1, 2`

const triggersText = `select c.relname as table, t.tgname as trigger from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where c.relnamespace = 'public'::regnamespace and not t.tgisinternal order by 1, 2`

const excludingText = `select c.relname as table, k.conname as name from pg_constraint k join pg_class c on c.oid = k.conrelid
  where k.contype = 'x' and k.connamespace = 'public'::regnamespace`

const keyFault = (key: Key, where: ReadonlyMap<string, Placement>): string | undefined => {
  const [from, to] = [where.get(key.from), where.get(key.to)]
  if (from === 'distributed' && to === 'distributed' && !key.within_tenant)
    return `${key.from}: the key ${key.name} leads out of the tenant`
  if (from !== to && !(from === 'distributed' && to === 'replicated'))
    return `${key.from}: the key ${key.name} leads from a ${from} table to a ${to} one, ${key.to}`
  if (from !== 'distributed') return undefined
  if (['n', 'd'].includes(key.on_delete) || ['n', 'd', 'c'].includes(key.on_update))
    return `${key.from}: the key ${key.name} changes the row, which holds its tenant_id`
  return undefined
}

/** What keeps this schema from being distributed; a sentence for each, none if all is well. */
export const faultsOfDistribution = async (client: pg.ClientBase): Promise<string[]> => {
  const where = await placements(client)
  const rowsOf = async <R extends pg.QueryResultRow>(text: string): Promise<R[]> =>
    (await client.query<R>(text)).rows
  const isTenants = ({ table }: { readonly table: string }): boolean => where.get(table) === 'distributed'
  const uniques = await rowsOf<{ table: string; index: string }>(uniqueText)
  const triggers = await rowsOf<{ table: string; trigger: string }>(triggersText)
  const excluding = await rowsOf<{ table: string; name: string }>(excludingText)
  return [
    ...[...replicatedTables, ...queueTables]
      .filter((name) => !where.has(name))
      .map((name) => `${name}: there is no such table`),
    ...uniques.filter(isTenants).map(({ table, index }) => `${table}: ${index} is unique without tenant_id`),
    ...triggers
      .filter(({ table }) => where.get(table) !== 'coordinator')
      .map(({ table, trigger }) => `${table}: it has the trigger ${trigger}`),
    ...excluding
      .filter(isTenants)
      .map(({ table, name }) => `${table}: ${name} excludes rows over all tenants`),
    ...(await rowsOf<Key>(keysText)).flatMap((key) => keyFault(key, where) ?? []),
  ]
}
