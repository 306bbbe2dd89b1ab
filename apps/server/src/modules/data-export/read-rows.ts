/**
 * Reads rows of one kind in batches, each in its own short transaction, so that no export holds a snapshot for
 * minutes.
 */
import type { Platform } from '#server/platform/context.ts'
import { inTenant } from '#server/platform/db/tenant-db.ts'
import type { ExportKind } from '#server/platform/exports.ts'

type ExportedRow = Readonly<Record<string, unknown>>

const batch = 500
const yieldMs = 25

const statementsOf = ({ table, key, fields, where }: ExportKind): { first: string; next: string } => {
  const order = key.join(', ')
  const columns = [...new Set([...key, ...Object.keys(fields)])].join(', ')
  const from = `select ${columns} from ${table} where tenant_id = $1${where ? ` and ${where}` : ''}`
  const end = `order by ${order} limit ${batch}`
  return {
    first: `${from} ${end}`,
    next: `${from} and (${order}) > (${key.map((_, index) => `$${index + 2}`).join(', ')}) ${end}`,
  }
}

/** Every row once, in key order; rows added meanwhile may be included. */
export async function* readRows(
  platform: Platform,
  tenantId: string,
  kind: ExportKind,
): AsyncGenerator<readonly ExportedRow[]> {
  const { first, next } = statementsOf(kind)
  let last: ExportedRow | undefined
  for (;;) {
    await platform.loadShedding.yieldToRequests(yieldMs)
    const [text, after] = last === undefined ? [first, []] : [next, kind.key.map((column) => last?.[column])]
    const rows = await inTenant(platform.databases.jobs, tenantId, 'read', ({ run }) =>
      run<ExportedRow>(text, [tenantId, ...after]),
    )
    if (rows.length > 0) yield rows
    if (rows.length < batch) return
    last = rows.at(-1)
  }
}

/** Rows of a kind with the field names of the export. Dates become ISO 8601 as JSON. */
export const presenterOf = ({ fields }: ExportKind): ((row: ExportedRow) => Record<string, unknown>) => {
  const paths = Object.entries(fields).map(([column, name]) => [column, ...name.split('.')] as const)
  const groups = new Set(paths.filter((path) => path.length > 2).map(([, outer]) => outer ?? ''))
  return (row) => {
    const presented: Record<string, unknown> = {}
    for (const [column, outer = column, inner] of paths) {
      const value = row[column] ?? null
      presented[outer] =
        inner === undefined ? value : { ...(presented[outer] as ExportedRow | undefined), [inner]: value }
    }
    for (const group of groups)
      if (Object.values(presented[group] as ExportedRow).every((part) => part === null))
        presented[group] = null
    return presented
  }
}
