/** Submissions as rows of a file. Hidden comments are readable by the same people as in the feed. */
import type { FeedbackState } from '#contracts/dashboard.ts'
import type { exportColumns } from '#contracts/exports.ts'
import type { VisitorLanguage } from '#contracts/kit/vocabulary.ts'
import type { StoredIssue } from '#server/modules/feedback/public.ts'
import { type Names, nameOfIssue } from '#server/modules/places/amenity-types/public.ts'
import { locationChain, pathOfChain } from '#server/modules/places/locations/public.ts'
import type { StaffContext } from '#server/platform/context.ts'
import { type PackedRow, packedText, unpack } from '#server/platform/db/packed-ids.ts'
import type { Inside } from '#server/platform/db/short-transactions.ts'
import { tasksOfSubmissions, unreadableStates } from '../present-feedback.ts'
import type { Cell } from './csv.ts'
import { assertFew, packedAtMost } from './row-limit.ts'
import type { Rows } from './rows.ts'
import { wallClock } from './times.ts'

type Column = (typeof exportColumns)['feedback'][number]

const pageSize = 500

interface ExportRow {
  id: string
  key: string
  created_at: Date
  rating: number | null
  comment: string | null
  issues: StoredIssue[]
  language: string | null
  state: FeedbackState
  counted: boolean
  amenity_id: string
  amenity: string
  type: string
  building_id: string
  building: string
  location: string
}

const shown = `select f.id, f.created_at::text as key, f.created_at, f.rating, f.comment, f.issues, f.language, f.state, f.counted,
    f.amenity_id, f.building_id, a.name as amenity, a.type, b.name as building, l.path as location
  from page p
  cross join lateral (select * from feedback where tenant_id = $1 and id = p.id offset 0) f
  cross join lateral (select name, type, location_id from amenity where tenant_id = $1 and id = f.amenity_id offset 0) a
  cross join lateral (select name from building where tenant_id = $1 and id = f.building_id offset 0) b
  left join lateral (select ${pathOfChain} as path from ${locationChain}
    where l1.tenant_id = $1 and l1.id = a.location_id offset 0) l on true
  order by p.place`

const byIds = `with page as materialized (select * from unnest($2::uuid[]) with ordinality as k (id, place)) ${shown}`

export interface FeedbackExport {
  /** conditions on `feedback f` and their values, the tenant first */
  readonly where: string
  readonly values: readonly unknown[]
  /** the period's bounds, the same objects as in `values` */
  readonly span: { readonly start: Date; readonly end: Date }
  readonly sort: 'createdAt' | '-createdAt' | 'rating' | '-rating'
  readonly columns: readonly Column[]
  readonly timeZone: string
  readonly language: VisitorLanguage
}

/** Page by page in order of creation, each starting after the last row of the one before. */
async function* byAge(
  inside: Inside,
  { where, values, span, sort }: FeedbackExport,
): AsyncGenerator<ExportRow[]> {
  const [way, beyond] = sort === 'createdAt' ? ['asc', '>'] : ['desc', '<']
  const [key, id] = [`$${values.length + 1}`, `$${values.length + 2}`]
  const textOf = (after: string): string =>
    `with page as materialized (
       select id, row_number() over (order by created_at ${way}, id ${way}) as place from (
         select f.id, f.created_at from feedback f where ${where}${after}
         order by f.created_at ${way}, f.id ${way} limit ${pageSize}) k) ${shown}`
  const [first, next] = [
    textOf(''),
    textOf(` and (f.created_at, f.id) ${beyond} (${key}::timestamptz, ${id}::uuid)`),
  ]
  // The bound of the period is tightened too: PostgreSQL may use it to enter the index, and each page would then
  // skip all earlier rows.
  const from = ({ created_at: at }: ExportRow): unknown[] =>
    values.map((value) => {
      if (value === span.start && sort === 'createdAt') return at
      return value === span.end && sort !== 'createdAt' ? new Date(at.getTime() + 1) : value
    })
  for (let last: ExportRow | undefined; ; ) {
    const [text, all] = last ? [next, [...from(last), last.key, last.id]] : [first, values]
    const rows = await inside((ctx) => ctx.run<ExportRow>(text, all))
    if (rows.length > 0) yield rows
    if (rows.length < pageSize) return
    last = rows.at(-1)
  }
}

async function* byPacked(inside: Inside, packed: readonly PackedRow[]): AsyncGenerator<ExportRow[]> {
  for (const ids of unpack(packed, pageSize))
    yield await inside((ctx) => ctx.run<ExportRow>(byIds, [ctx.tenantId, ids]))
}

const pack = async (ctx: StaffContext, { where, values, sort }: FeedbackExport): Promise<PackedRow[]> => {
  const way = sort === 'rating' ? 'asc' : 'desc'
  const order = (of: string): string => `order by ${of}.rating ${way} nulls last, ${of}.id ${way}`
  const packed = await ctx.run<PackedRow>(
    packedText(
      `select f.id, f.rating from feedback f where ${where} ${order('f')} limit ${packedAtMost}`,
      order('k'),
    ),
    values,
  )
  assertFew(packed)
  return packed
}

interface TypeRow {
  code: string
  categories: { code: string; names: Names }[]
}

const readIssueNames = async (ctx: StaffContext, language: VisitorLanguage) => {
  const types = await ctx.run<TypeRow>('select code, categories from amenity_type where tenant_id = $1', [
    ctx.tenantId,
  ])
  const names = new Map(
    types.flatMap(({ code, categories }) =>
      categories.map((category) => [`${code} ${category.code}`, category.names] as const),
    ),
  )
  return (type: string, code: string): string =>
    nameOfIssue(code, names.get(`${type} ${code}`) ?? {}, language)
}

/** @throws ServiceError VALIDATION_ERROR if there are too many rows for the order */
export const feedbackRows = async (ctx: StaffContext, asked: FeedbackExport): Promise<Rows> => {
  const { columns, timeZone, language } = asked
  const [issueName, unreadable, packed] = await Promise.all([
    readIssueNames(ctx, language),
    unreadableStates(ctx),
    asked.sort.endsWith('createdAt') ? undefined : pack(ctx, asked),
  ])
  const local = wallClock(timeZone)
  const withTasks = columns.includes('task') || columns.includes('taskStatus')

  const cellsOf = (row: ExportRow, task: { number: number; status: string } | undefined): Cell[] => {
    const readable = !unreadable.includes(row.state)
    const cell = (column: Column): Cell => {
      switch (column) {
        case 'id':
          return row.id
        case 'createdAt':
          return local(row.created_at)
        case 'createdAtUtc':
          return row.created_at.toISOString()
        case 'timeZone':
          return timeZone
        case 'rating':
          return row.rating
        case 'comment':
          return readable ? row.comment : null
        case 'issues':
          return row.issues
            .map(({ code, detail }) =>
              [issueName(row.type, code), ...(detail && readable ? [detail] : [])].join(': '),
            )
            .join('; ')
        case 'amenity':
          return row.amenity
        case 'amenityId':
          return row.amenity_id
        case 'type':
          return row.type
        case 'building':
          return row.building
        case 'buildingId':
          return row.building_id
        case 'location':
          return row.location
        case 'language':
          return row.language
        case 'state':
          return row.state
        case 'quarantined':
          return !row.counted
        case 'task':
          return task?.number ?? null
        case 'taskStatus':
          return task?.status ?? null
        default:
          return column satisfies never
      }
    }
    return columns.map(cell)
  }

  return async function* (inside) {
    for await (const rows of packed ? byPacked(inside, packed) : byAge(inside, asked)) {
      const tasks = withTasks
        ? await inside((now) =>
            tasksOfSubmissions(
              now,
              rows.map(({ id }) => id),
              null,
            ),
          )
        : undefined
      yield rows.map((row) => cellsOf(row, tasks?.get(row.id)?.[0]))
    }
  }
}
