/**
 * SQL of the task list, built from a fixed set of fragments; values are always parameters. Each range of an index
 * is a query of its own with a limit, because under row security PostgreSQL does not merge ordered ranges; a single
 * range needs no sort.
 */
import { taskStatuses } from '#contracts/records.ts'
import { packedText } from '#server/platform/db/packed-ids.ts'
import { outcome } from '../sla/outcome-sql.ts'
import { clockKeys, clockKeysOf } from './clock-order.ts'
import type { Narrowed, TaskFilter } from './filters.ts'
import { isPastDeadline } from './overdue.ts'
import { conditionsOfPart, endOf, type Part, partsOf, sourceOf, type Values } from './parts.ts'
import { searchConditions, searchWith } from './search.ts'
import type { Dimension } from './tally.ts'
import { shownTasks } from './task-columns.ts'

export interface Statement {
  readonly text: string
  readonly values: readonly unknown[]
}

const columns: Readonly<Record<Dimension, string>> = {
  status: 't.status',
  building: 't.building_id',
  assignee: 't.assignee_id',
  priority: 't.priority',
  source: 't.source',
  amenity: 't.amenity_id',
  category: 't.category',
}
const dimensionOrder = Object.keys(columns) as Dimension[]

/** Sort orders of the list; all keys of one order sort in the same direction. */
export const orders = {
  createdAt: ['created_at', 'id'],
  updatedAt: ['updated_at', 'id'],
  dueAt: ['due_at', 'id'],
  priority: ['urgency', 'created_at', 'id'],
  number: ['number'],
  /** only for a time span of deadlines */
  endsAt: ['ends_at', 'id'],
  clock: clockKeys,
} as const
export type OrderName = keyof typeof orders

/** With more ranges than this the list is read as one query with a filter. */
const mostRanges = 24

const collect = (...first: readonly unknown[]): Values => {
  const list = [...first]
  return { list, add: (value) => `$${list.push(value)}` }
}

const types: Partial<Record<Dimension, string>> = { building: 'uuid', assignee: 'uuid', amenity: 'uuid' }

const condition = (field: Dimension, wanted: readonly (string | null)[], values: Values): string => {
  const column = columns[field]
  const some = wanted.filter((value) => value !== null)
  const none = some.length < wanted.length ? `${column} is null` : undefined
  if (some.length === 0) return none ?? 'false'
  const equal =
    some.length === 1
      ? `${column} = ${values.add(some[0])}`
      : `${column} = any(${values.add(some)}::${types[field] ?? 'text'}[])`
  return none ? `(${equal} or ${none})` : equal
}

const narrowing = (narrowed: Narrowed | undefined, now: Date, values: Values): string[] => {
  if (!narrowed) return []
  const { slaOutcomes, createdFrom, createdBefore, doneFrom, doneBefore, updatedSince } = narrowed
  return [
    ...(createdFrom ? [`t.created_at >= ${values.add(createdFrom)}`] : []),
    ...(createdBefore ? [`t.created_at < ${values.add(createdBefore)}`] : []),
    ...(doneFrom ? [`t.completed_at >= ${values.add(doneFrom)}`] : []),
    ...(doneBefore ? [`t.completed_at < ${values.add(doneBefore)}`] : []),
    ...(updatedSince ? [`t.updated_at >= ${values.add(updatedSince)}`] : []),
    ...(slaOutcomes
      ? [
          `exists (select from sla_clock c where c.tenant_id = $1 and c.task_id = t.id
            and ${outcome(`${values.add(now)}::timestamptz`)} = any(${values.add(slaOutcomes)}::text[]))`,
        ]
      : []),
  ]
}

const where = (
  part: Part,
  filter: TaskFilter,
  now: Date,
  values: Values,
  way: 'each' | 'together',
): string => {
  const parts = ['t.tenant_id = $1', 't.merged_into is null']
  for (const field of dimensionOrder) {
    const wanted = part.branch[field]
    if (wanted) parts.push(condition(field, wanted, values))
  }
  parts.push(...conditionsOfPart(part, filter, now, values))
  if (filter.overdue === false)
    parts.push(`(t.status = 'DONE' or ${isPastDeadline(`${values.add(now)}::timestamptz`)} is not true)`)
  parts.push(...narrowing(filter.narrowed, now, values))
  return [...parts, ...searchConditions(filter.search, way, values.add)].join(' and ')
}

/** One branch for each combination of single values, so that each is one range of one index. */
const split = (part: Part, order: OrderName): Part[] => {
  const { branch } = part
  const fields = dimensionOrder.filter((field) => branch[field])
  const byAge = order === 'createdAt' && fields.length === 0
  const whole = byAge || branch.status ? branch : { ...branch, status: taskStatuses }
  let ranges: Part['branch'][] = [{}]
  for (const field of dimensionOrder) {
    const wanted = whole[field]
    if (wanted) ranges = ranges.flatMap((range) => wanted.map((value) => ({ ...range, [field]: [value] })))
    if (ranges.length > mostRanges) return [part]
  }
  return ranges.map((one) => ({ ...part, branch: one }))
}

export interface Page {
  readonly order: OrderName
  readonly descending: boolean
  readonly limit: number
  readonly offset: number
  /** total number of rows, if known: pages near the end are then read from the end */
  readonly total: number | undefined
  /** whether the plan includes SLA clocks; without, order `clock` uses due times only */
  readonly clocks?: boolean
  /** undefined: no restriction */
  readonly within?: Within
}

/** Restricts a list for a reader that walks through all of it. */
export interface Within {
  readonly createdFrom: Date | undefined
  readonly createdBefore: Date
  /** keys of the last row that was read, for orders that do not change */
  readonly after?: { readonly key: string; readonly id: string } | undefined
}

const afterLastRow = (
  { order, descending }: Page,
  { key, id }: NonNullable<Within['after']>,
  values: Values,
): string => {
  const sign = descending ? '<' : '>'
  if (order === 'number') return ` and t.number ${sign} ${values.add(key)}::bigint`
  const at = `${values.add(key)}::timestamptz`
  // The row comparison alone is not used as an index bound, so the first column is bounded too.
  return ` and t.created_at ${sign}= ${at} and (t.created_at, t.id) ${sign} (${at}, ${values.add(id)}::uuid)`
}

const conditionsOf = (page: Page, values: Values): string => {
  const { within } = page
  if (!within) return ''
  const { createdFrom, createdBefore, after } = within
  // An index scan may start at the looser of two bounds, so once rows were read only their bound is given.
  const isBounded = after !== undefined && page.descending && page.order !== 'number'
  return [
    isBounded ? '' : ` and t.created_at < ${values.add(createdBefore)}`,
    createdFrom ? ` and t.created_at >= ${values.add(createdFrom)}` : '',
    after ? afterLastRow(page, after, values) : '',
  ].join('')
}

// With a literal LIMIT PostgreSQL keeps one plan for the first page; only for common sizes, to keep the number of
// plans small.
const commonSizes = new Set([20, 25, 50, 100, 500])

/** From which end a page is read, how many rows to skip there, and how many to read. */
export const pageWindow = ({
  total,
  offset,
  limit,
  descending,
}: Page): { size: number; skipped: number; descending: boolean; fromEnd: boolean } => {
  if (total === undefined || offset <= total / 2)
    return { size: limit, skipped: offset, descending, fromEnd: false }
  const size = Math.min(limit, total - offset)
  return { size, skipped: total - offset - size, descending: !descending, fromEnd: true }
}

const ordered = (order: OrderName, prefix: string, descending: boolean): string =>
  `order by ${orders[order].map((key) => `${prefix}${key} ${descending ? 'desc' : 'asc'}`).join(', ')}`

/** The tasks of a rare word are looked up one by one. */
const tasksOf = (part: Part, filter: TaskFilter, now: Date, values: Values): string =>
  filter.search?.rare
    ? 'hit cross join lateral (select * from task where tenant_id = $1 and id = hit.task_id offset 0) t'
    : sourceOf(part, filter, now, values)

/** Ids and sort keys of one page, in reading order. */
const readIds = (
  filter: TaskFilter,
  page: Page,
  now: Date,
  values: Values,
): { with: string; text: string } => {
  const keys = orders[page.order]
  const { size, skipped, descending } = pageWindow(page)
  const search = searchWith(filter.search, values.add)
  const parts = partsOf(filter)
  const ranges = filter.search?.rare ? parts : parts.flatMap((part) => split(part, page.order))
  const shown = [...keys.filter((key) => key !== 'id'), 'id']
  const names = shown.join(', ')
  const within = conditionsOf(page, values)
  const isClock = page.order === 'clock'
  const columnOf = (key: string, part: Part): string => {
    if (isClock) return `e.${key}`
    return key === 'ends_at' ? `${endOf(part)} as ends_at` : `t.${key}`
  }
  const prefix = isClock ? 'e.' : page.order === 'endsAt' ? '' : 't.'
  const select = (part: Part): string => {
    const { branch } = part
    const isDone = branch.status?.length === 1 && branch.status[0] === 'DONE'
    const source = tasksOf(part, filter, now, values)
    const from = isClock
      ? `${source} cross join lateral (${clockKeysOf(isDone, page.clocks ?? false)}) e`
      : source
    return `select ${shown.map((key) => columnOf(key, part)).join(', ')} from ${from}
     where ${where(part, filter, now, values, 'each')}${within} ${ordered(page.order, prefix, descending)}`
  }
  const isFirst = skipped === 0 && commonSizes.has(size)
  const window = isFirst
    ? `limit ${size}`
    : `limit ${values.add(size)}::int offset ${values.add(skipped)}::bigint`
  const only = ranges.length === 1 ? ranges[0] : undefined
  const bound = only || isFirst ? `limit ${size}` : `limit ${values.add(skipped + size)}::bigint`
  const text = only
    ? `${select(only)} ${window}`
    : `select ${names} from (${ranges.map((range) => `(${select(range)} ${bound})`).join(' union all ')}) u ${ordered(page.order, 'u.', descending)} ${window}`
  return { with: search, text }
}

/** The rows of one page in order, with all columns for display. $2 is the caller's id. */
export const pageStatement = (
  tenantId: string,
  callerId: string,
  filter: TaskFilter,
  page: Page,
  now: Date,
): Statement => {
  const values = collect(tenantId, callerId)
  const ids = readIds(filter, page, now, values)
  return {
    text: `with ${ids.with}page as materialized (
        select id, row_number() over (${ordered(page.order, 'k.', page.descending)}) as place from (${ids.text}) k
      ), ${shownTasks}`,
    values: values.list,
  }
}

/**
 * The ids of a deep page. Its plan depends on the offset, so it is planned each time, which is quick for one table.
 * If read from the end, ids come in reverse.
 */
export const idsStatement = (tenantId: string, filter: TaskFilter, page: Page, now: Date): Statement => {
  const values = collect(tenantId)
  const ids = readIds(filter, page, now, values)
  const key = page.order === 'number' ? 'number' : orders[page.order][0]
  return {
    text: `with ${ids.with}page as (${ids.text}) select id${page.within ? `, ${key}::text as key` : ''} from page`,
    values: values.list,
  }
}

/** The ids of all pages at once; `page.limit` is the maximum. */
export const packedStatement = (tenantId: string, filter: TaskFilter, page: Page, now: Date): Statement => {
  const values = collect(tenantId)
  const ids = readIds(filter, page, now, values)
  return {
    text: packedText(ids.text, ordered(page.order, 'k.', page.descending), ids.with),
    values: values.list,
  }
}

/**
 * The rows of the given ids in that order, with all columns for display. $2 is the caller's id, $3 the ids. The ids
 * are a subselect so that the planner does not count them: otherwise custom plans seem cheaper and planning each
 * time takes longer than reading a row.
 */
export const rowsText = `with page as materialized (
    select * from unnest((select $3::uuid[])) with ordinality as k (id, place)
  ), ${shownTasks}`

/**
 * Counts by status and, if requested, by priority over an index, for filters that no tally covers. Without priority
 * the index of due times suffices and no row is read.
 */
export const countStatement = (
  tenantId: string,
  filter: TaskFilter,
  now: Date,
  withPriority: boolean,
): Statement => {
  const values = collect(tenantId)
  const search = searchWith(filter.search, values.add)
  const by = withPriority ? 't.status, t.priority' : 't.status'
  const counts = partsOf(filter).map(
    (part) =>
      `select ${by}, count(*) as n from ${tasksOf(part, filter, now, values)} where ${where(part, filter, now, values, 'together')} group by ${by}`,
  )
  return {
    text: `with ${search}counted as (${counts.join(' union all ')}) select * from counted`,
    values: values.list,
  }
}

/** Which of the given tasks match the filter; deadline spans are not supported. */
export const amongStatement = (
  tenantId: string,
  filter: TaskFilter,
  ids: readonly string[],
  now: Date,
): Statement => {
  const values = collect(tenantId)
  const among = values.add(ids)
  const search = searchWith(filter.search, values.add)
  // Looked up by primary key: judging by statistics alone, the planner may walk an index of the whole tenant.
  const source = `unnest(${among}::uuid[]) as w (id)
    cross join lateral (select * from task where tenant_id = $1 and id = w.id offset 0) t`
  const hit = filter.search?.rare ? ' and t.id in (select task_id from hit)' : ''
  const found = partsOf(filter).map(
    (part) =>
      `select t.id, t.building_id as "buildingId", t.created_at as "createdAt",
         case t.created_by_kind when 'USER' then t.created_by_id end as "madeBy"
       from ${source} where ${where(part, filter, now, values, 'each')}${hit}`,
  )
  return {
    text: `with ${search}found as (${found.join(' union all ')}) select * from found`,
    values: values.list,
  }
}

/** How many tasks are due in a time span. */
export const dueStatement = (
  tenantId: string,
  filter: TaskFilter,
  due: { readonly from: Date; readonly to: Date },
  now: Date,
): Statement => {
  const values = collect(tenantId)
  const [from, to] = [values.add(due.from), values.add(due.to)]
  const search = searchWith(filter.search, values.add)
  const counts = partsOf(filter).map(
    (part) =>
      `(select count(*) from ${tasksOf(part, filter, now, values)} where ${where(part, filter, now, values, 'together')} and t.due_at >= ${from} and t.due_at < ${to})`,
  )
  return {
    text: `with ${search}counted as (select ${counts.join(' + ')} as n) select n from counted`,
    values: values.list,
  }
}
