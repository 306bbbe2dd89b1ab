/**
 * Counts of tasks for the filters of lists. Every change of a task adds differences, which are written once just
 * before the commit, sorted by key: transactions that change the same keys wait for each other and never deadlock.
 */
import type { TenantContext } from '#server/platform/context.ts'

/** The columns of a task that are counted. */
export interface TalliedTask {
  readonly status: string
  readonly building_id: string | null
  readonly assignee_id: string | null
  readonly priority: string
  readonly source: string
  readonly amenity_id: string | null
  readonly category: string | null
  readonly merged_into: string | null
}

const dimensions = {
  status: (task) => task.status,
  building: (task) => task.building_id,
  assignee: (task) => task.assignee_id,
  priority: (task) => task.priority,
  source: (task) => task.source,
  amenity: (task) => task.amenity_id,
  category: (task) => task.category,
} as const satisfies Record<string, (task: TalliedTask) => string | null>

export type Dimension = keyof typeof dimensions

/** Each facet counts by these fields; keys hold their values in this order. */
export const facets = {
  status: ['status'],
  'status,building': ['status', 'building'],
  'status,assignee': ['status', 'assignee'],
  'status,building,assignee': ['status', 'building', 'assignee'],
  'status,priority': ['status', 'priority'],
  'status,building,priority': ['status', 'building', 'priority'],
  'status,source': ['status', 'source'],
  'status,amenity': ['status', 'amenity'],
  'status,category': ['status', 'category'],
  /** for all other combinations of these five; it has more keys, but never more than tasks */
  'status,building,assignee,priority,source': ['status', 'building', 'assignee', 'priority', 'source'],
} as const satisfies Record<string, readonly Dimension[]>

export type Facet = keyof typeof facets

const facetEntries = Object.entries(facets) as [Facet, readonly Dimension[]][]

/** `-` means none. */
export const tallyKey = (values: readonly (string | null)[]): string =>
  values.map((value) => value ?? '-').join('|')

/** Differences of a transaction; the key is facet, tab, tally key. */
type Differences = Map<string, number>

const differencesByTransaction = new WeakMap<object, Differences>()

// Keyed by the transaction's handle, because contexts are copied and the handle is not.
const differencesOf = (ctx: TenantContext): Differences => {
  const known = differencesByTransaction.get(ctx.db)
  if (known) return known
  const fresh: Differences = new Map()
  differencesByTransaction.set(ctx.db, fresh)
  ctx.beforeCommit(() => flush(ctx))
  return fresh
}

const add = (differences: Differences, task: TalliedTask | undefined, sign: 1 | -1): void => {
  if (!task || task.merged_into !== null) return
  for (const [facet, fields] of facetEntries) {
    const name = `${facet}\t${tallyKey(fields.map((field) => dimensions[field](task)))}`
    differences.set(name, (differences.get(name) ?? 0) + sign)
  }
}

/** Records a change for the tallies; undefined means that the task does not exist then. */
export const countChange = (
  ctx: TenantContext,
  before: TalliedTask | undefined,
  after: TalliedTask | undefined,
): void => {
  const differences = differencesOf(ctx)
  add(differences, before, -1)
  add(differences, after, 1)
}

const insert = `insert into task_tally (tenant_id, facet, key, n)
  select $1, row.facet, row.key, row.n from unnest($2::text[], $3::text[], $4::bigint[]) as row (facet, key, n)
  order by row.facet collate "C", row.key collate "C"
  on conflict (tenant_id, facet, key) do update set n = task_tally.n + excluded.n`

const flush = async (ctx: TenantContext): Promise<void> => {
  const differences = differencesByTransaction.get(ctx.db)
  differencesByTransaction.delete(ctx.db)
  const rows = [...(differences ?? [])]
    .filter(([, n]) => n !== 0)
    .map(([name, n]) => [...name.split('\t'), n] as [string, string, number])
  if (rows.length === 0) return
  await ctx.run(insert, [
    ctx.tenantId,
    rows.map(([facet]) => facet),
    rows.map(([, key]) => key),
    rows.map(([, , n]) => n),
  ])
}

/** Saves the differences so far; the returned function restores them, like a savepoint for rows. */
export const tallySavepoint = (ctx: TenantContext): (() => void) => {
  const differences = differencesOf(ctx)
  const kept = [...differences]
  return () => {
    differences.clear()
    for (const [name, n] of kept) differences.set(name, n)
  }
}
