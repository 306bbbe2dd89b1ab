/** Exact number of tasks that match a filter: from the tallies if they cover it, otherwise counted over an index. */
import type { Priority, TaskStatus } from '#contracts/records.ts'
import { taskStatuses } from '#contracts/records.ts'
import type { TenantContext } from '#server/platform/context.ts'
import type { Branch, TaskFilter } from './filters.ts'
import { countStatement } from './list-sql.ts'
import { commonWordsStatement, isOnlyWords, type Search } from './search.ts'
import { type Dimension, type Facet, facets, tallyKey } from './tally.ts'

export interface Count {
  /** if counts by priority were requested, status and priority are both set */
  readonly status: TaskStatus | undefined
  readonly priority: Priority | undefined
  readonly n: number
}

/** With more keys than this the tallies are not used. */
const mostKeys = 6000
const allFieldsFacet = 'status,building,assignee,priority,source' satisfies Facet
const cubeFields: readonly Dimension[] = facets[allFieldsFacet]

const byKeys = `select w.facet, split_part(t.key, '|', 1) as status, t.key, t.n
  from unnest($2::text[], $3::text[]) as w (facet, key)
  join task_tally t on t.tenant_id = $1 and t.facet = w.facet and t.key = w.key`

const ofCube = `select status, priority, sum(n) as n from (
    select split_part(key, '|', 1) as status, split_part(key, '|', 2) as building, split_part(key, '|', 3) as assignee,
           split_part(key, '|', 4) as priority, split_part(key, '|', 5) as source, n
    from task_tally where tenant_id = $1 and facet = '${allFieldsFacet}' and n > 0) c
  where ($2::text[] is null or status = any($2)) and ($3::text[] is null or building = any($3))
    and ($4::text[] is null or assignee = any($4)) and ($5::text[] is null or priority = any($5))
    and ($6::text[] is null or source = any($6))
  group by 1, 2`

const texts = (wanted: readonly (string | null)[] | undefined): string[] | null =>
  wanted?.map((value) => value ?? '-') ?? null

const facetOf = (fields: ReadonlySet<Dimension>): Facet | undefined =>
  (Object.keys(facets) as Facet[]).find(
    (facet) => facets[facet].length === fields.size && facets[facet].every((field) => fields.has(field)),
  )

const keysOf = (facet: Facet, branch: Branch, all: Partial<Branch>): string[] => {
  let keys: (string | null)[][] = [[]]
  for (const field of facets[facet]) {
    const wanted = branch[field] ?? all[field] ?? []
    keys = keys.flatMap((key) => wanted.map((value) => [...key, value]))
    if (keys.length > mostKeys) return []
  }
  return keys.map(tallyKey)
}

const everyPriority = ['LOW', 'MEDIUM', 'HIGH', 'URGENT'] as const

/** Counts of one branch from the tallies; undefined if they do not cover it. */
const countFromTallies = async (
  ctx: TenantContext,
  branch: Branch,
  withPriority: boolean,
): Promise<Count[] | undefined> => {
  const fields = new Set<Dimension>([
    ...(Object.keys(branch) as Dimension[]),
    'status',
    ...(withPriority ? ['priority' as const] : []),
  ])
  const facet = facetOf(fields)
  const keys =
    facet && facet !== allFieldsFacet
      ? keysOf(facet, branch, { status: taskStatuses, priority: everyPriority })
      : []
  if (facet && keys.length > 0) {
    const at = (facets[facet] as readonly Dimension[]).indexOf('priority')
    const rows = await ctx.run<{ status: TaskStatus; key: string; n: number }>(byKeys, [
      ctx.tenantId,
      keys.map(() => facet),
      keys,
    ])
    return rows.map(({ status, key, n }) => ({
      status,
      priority: at === -1 ? undefined : (key.split('|')[at] as Priority),
      n,
    }))
  }
  if (![...fields].every((field) => cubeFields.includes(field))) return undefined
  const wanted = cubeFields.map((field) => texts(branch[field]))
  return ctx.run<{ status: TaskStatus; priority: Priority; n: number }>(ofCube, [ctx.tenantId, ...wanted])
}

const countFromIndex = async (
  ctx: TenantContext,
  filter: TaskFilter,
  withPriority: boolean,
): Promise<Count[]> => {
  if (filter.branches.length === 0) return []
  const { text, values } = countStatement(ctx.tenantId, filter, ctx.now, withPriority)
  const rows = await ctx.run<{ status: TaskStatus; priority?: Priority; n: number }>(text, values)
  return rows.map(({ status, priority, n }) => ({ status, priority, n }))
}

const isOnlyCommonWords = (filter: TaskFilter): filter is TaskFilter & { search: Search } =>
  filter.search?.rare === false &&
  isOnlyWords(filter.search) &&
  filter.doneSince === undefined &&
  filter.ends === undefined &&
  filter.overdue === undefined &&
  !filter.narrowed &&
  filter.branches.every((branch) => Object.keys(branch).length === 0)

/** Counts by status and, if requested, by priority; one combination may appear several times. */
export const countTasks = async (
  ctx: TenantContext,
  filter: TaskFilter,
  withPriority: boolean,
): Promise<Count[]> => {
  if (filter.branches.length === 0) return []
  if (isOnlyCommonWords(filter) && !withPriority) {
    const { text, values } = commonWordsStatement(ctx.tenantId, filter.search)
    const [row] = await ctx.run<{ n: number }>(text, values)
    return [{ status: undefined, priority: undefined, n: row?.n ?? 0 }]
  }
  if (filter.search || filter.narrowed || filter.overdue === true || filter.doneSince || filter.ends)
    return countFromIndex(ctx, filter, withPriority)
  if (filter.overdue === false) {
    // Most tasks are not overdue, so count all tasks and subtract the overdue ones.
    const [all, overdue] = await Promise.all([
      countTasks(ctx, { ...filter, overdue: undefined }, withPriority),
      countFromIndex(ctx, overdueOnly(filter), withPriority),
    ])
    return [...all, ...overdue.map((count) => ({ ...count, n: -count.n }))]
  }
  const counts = await Promise.all(
    filter.branches.map((branch) => countFromTallies(ctx, branch, withPriority)),
  )
  const missing = filter.branches.filter((_, index) => counts[index] === undefined)
  const rest =
    missing.length === 0 ? [] : await countFromIndex(ctx, { ...filter, branches: missing }, withPriority)
  return [...counts.flatMap((count) => count ?? []), ...rest]
}

export const overdueOnly = (filter: TaskFilter): TaskFilter => ({
  ...filter,
  overdue: true,
  branches: filter.branches.flatMap((branch) => {
    const status = (branch.status ?? taskStatuses).filter((value) => value !== 'DONE')
    return status.length === 0 ? [] : [{ ...branch, status }]
  }),
})

export const sum = (counts: readonly Count[]): number => counts.reduce((total, { n }) => total + n, 0)
