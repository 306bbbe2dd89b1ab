import type { DB } from '#server/platform/db/tables.ts'
import { resource } from '#server/platform/resource.ts'

interface ToolRow {
  readonly id: string
  readonly name: string
  readonly borrowed: boolean
  readonly position: number
  readonly version: number
}

export const tools = resource({
  // Not in tables.ts, because no migration of the service creates it.
  table: 'tool' as keyof DB,
  ordered: true,
  sorts: { position: 'position', name: 'name' },
  present: (_, rows: readonly ToolRow[]) =>
    rows.map(({ id, name, borrowed, position, version }) => ({ id, name, borrowed, position, version })),
})
