/** Stops of submitted rounds as rows of a file; a mystery visitor is the alias, and the times are those of the team. */
import type { FileLanguage } from '#contracts/export-names.ts'
import type { exportColumns, exportOrders } from '#contracts/exports.ts'
import type { TemplateContent } from '#contracts/scout/templates.ts'
import { locationChain, pathOfChain } from '#server/modules/places/locations/public.ts'
import { toldTimeFor } from '#server/modules/scout/own/public.ts'
import { readContents } from '#server/modules/scout/sites/public.ts'
import type { StaffContext, TenantContext } from '#server/platform/context.ts'
import { type PackedRow, packedText, unpack } from '#server/platform/db/packed-ids.ts'
import { inspectionConditions } from '../figures/inspections.ts'
import type { Figures } from '../figures/open-figures.ts'
import { valuesFor } from '../filters.ts'
import type { Cell } from './csv.ts'
import { assertFew, packedAtMost } from './row-limit.ts'
import type { Rows } from './rows.ts'
import { wallClock } from './times.ts'

type Column = (typeof exportColumns)['inspections'][number]
type Order = (typeof exportOrders)['inspections'][number]

const pageSize = 500

interface ExportRow {
  id: string
  round: number
  at: Date
  amenity: string
  type: string
  building: string
  zone: string
  location: string | null
  template_id: string
  version: number | null
  template: string | null
  alias: string | null
  scout_kind: string | null
  state: string
  skip_reason: string | null
  skip_note: string | null
  presence: string | null
  score: number | null
  passed: boolean | null
  critical_failed: string[]
  findings: number
}

const byIds = `with page as materialized (select * from unnest($2::uuid[]) with ordinality as k (id, place))
  select s.id, r.number as round, coalesce(s.completed_at, s.started_at) as at, a.name as amenity, a.type, b.name as building,
    b.time_zone as zone, l.path as location, s.template_id, s.template_version as version, v.content ->> 'name' as template,
    c.alias, c.kind as scout_kind, s.state, s.skip_reason, s.skip_note, s.presence, s.score, s.passed, s.critical_failed,
    (select count(*) from finding f where f.tenant_id = $1 and f.inspection_id = s.id and f.state not in ('MERGED', 'WITHDRAWN')) as findings
  from page p
  join round_stop s on s.tenant_id = $1 and s.id = p.id
  join round r on r.tenant_id = $1 and r.id = s.round_id
  join amenity a on a.tenant_id = $1 and a.id = s.amenity_id
  join building b on b.tenant_id = $1 and b.id = r.building_id
  left join inspection_template_version v on v.tenant_id = $1 and v.template_id = s.template_id and v.version = s.template_version
  left join scout c on c.tenant_id = $1 and c.id = r.scout_id
  left join lateral (select ${pathOfChain} as path from ${locationChain}
    where l1.tenant_id = $1 and l1.id = a.location_id offset 0) l on true
  order by p.place`

const orders: Readonly<Record<Order, string>> = { round: 'number', score: 'score' }

const pack = async (ctx: StaffContext, figures: Figures, sort: Order | `-${Order}`): Promise<PackedRow[]> => {
  const values = valuesFor(ctx.tenantId)
  const where = inspectionConditions(figures, values)
  const direction = sort.startsWith('-') ? 'desc' : 'asc'
  const column = orders[sort.replace('-', '') as Order]
  const order = `order by ${column} ${direction} nulls last, number ${direction}, position`
  const ids = `select s.id, s.score, s.position, r.number from round_stop s join round r on r.tenant_id = $1 and r.id = s.round_id
    where ${where} ${order} limit ${packedAtMost}`
  const packed = await ctx.run<PackedRow>(packedText(ids, order), values.list)
  assertFew(packed)
  return packed
}

type Texts = ReadonlyMap<string, string>

const keyOf = (id: string, version: number | null): string => `${id} ${version}`

const textsOf = ({ sections }: TemplateContent, language: FileLanguage): Texts =>
  new Map(
    sections.flatMap(({ questions }) =>
      questions.map(({ id, text, texts }) => [id, texts?.[language] ?? text]),
    ),
  )

/** Texts of the questions of the checklists that failed a critical one. */
const readTexts = async (
  ctx: TenantContext,
  rows: readonly ExportRow[],
  language: FileLanguage,
): Promise<ReadonlyMap<string, Texts>> => {
  const asked = new Map(
    rows.flatMap(({ template_id: id, version, critical_failed: failed }) =>
      failed.length > 0 && version !== null ? [[keyOf(id, version), { id, version }]] : [],
    ),
  )
  if (asked.size === 0) return new Map()
  const contents = await readContents(ctx, [...asked.values()])
  return new Map(contents.map(({ id, version, content }) => [keyOf(id, version), textsOf(content, language)]))
}

interface InspectionExport {
  readonly sort: Order | `-${Order}`
  readonly columns: readonly Column[]
  readonly language: FileLanguage
}

/** @throws ServiceError VALIDATION_ERROR if there are too many rows */
export const inspectionRows = async (
  ctx: StaffContext,
  figures: Figures,
  { sort, columns, language }: InspectionExport,
): Promise<Rows> => {
  const packed = await pack(ctx, figures, sort)
  const { timeZone } = figures.period
  const local = wallClock(timeZone)

  const cellsOf = (row: ExportRow, texts: Texts | undefined): Cell[] => {
    const cell = (column: Column): Cell => {
      switch (column) {
        case 'id':
        case 'round':
        case 'amenity':
        case 'type':
        case 'building':
        case 'location':
        case 'template':
        case 'version':
        case 'state':
        case 'presence':
        case 'score':
        case 'passed':
        case 'findings':
          return row[column]
        case 'at':
          return local(toldTimeFor(row.scout_kind, row.zone)(row.at))
        case 'timeZone':
          return timeZone
        case 'scout':
          return row.alias
        case 'skipped':
          return row.skip_note ? `${row.skip_reason}: ${row.skip_note}` : row.skip_reason
        case 'criticalFailed':
          return row.critical_failed.map((id) => texts?.get(id) ?? id).join('; ')
        default:
          return column satisfies never
      }
    }
    return columns.map(cell)
  }

  return async function* (inside) {
    for (const ids of unpack(packed, pageSize))
      yield await inside(async (page) => {
        const rows = await page.run<ExportRow>(byIds, [page.tenantId, ids])
        const texts = await readTexts(page, rows, language)
        return rows.map((row) => cellsOf(row, texts.get(keyOf(row.template_id, row.version))))
      })
  }
}
