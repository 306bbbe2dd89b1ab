import { conflictIn, type MergedField, type Written } from '#contracts/kit/merge.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { newId } from '#server/platform/ids.ts'
import { openForMs } from './end-conflict.ts'
import { type ConflictRow, closeConflict, type StoredConflictField } from './stored-conflicts.ts'

interface MergedRecord {
  readonly kind: ConflictRow['kind']
  readonly recordId: string
  /** those that were written now, by name */
  readonly fields: ReadonlyMap<string, MergedField<unknown>>
}

const openText =
  'select * from scout_conflict where tenant_id = $1 and record_id = $2 and resolved_at is null for update'
const insertText = `insert into scout_conflict (tenant_id, id, scout_id, kind, record_id, fields, created_at, changed_at)
  values ($1, $2, $3, $4, $5, $6, $7, $7)`
const updateText = 'update scout_conflict set fields = $3, changed_at = $4 where tenant_id = $1 and id = $2'

const shown = ({ value, at }: Written<unknown>) => ({ value, at })

/**
 * Keeps the conflicts of a record with what its merged fields say: opens, changes or closes.
 * @returns the id of the open conflict
 */
export const noteConflicts = async (
  ctx: TenantContext,
  { kind, recordId, fields }: MergedRecord,
): Promise<string | undefined> => {
  const [open] = await ctx.run<ConflictRow>(openText, [ctx.tenantId, recordId])
  const now = [...fields].flatMap(([name, field]): StoredConflictField[] => {
    const conflict = conflictIn(field)
    if (!conflict) return []
    return [{ name, mine: shown(conflict.mine), theirs: { ...shown(conflict.theirs), by: ctx.actor.name } }]
  })
  const kept = (open?.fields ?? []).filter(({ name }) => !fields.has(name))
  const all = [...kept, ...now]
  if (!open && all.length === 0) return undefined
  if (!open) {
    const id = newId(ctx.now.getTime())
    const values = [ctx.tenantId, id, ctx.actor.id, kind, recordId, JSON.stringify(all), ctx.now]
    await ctx.run(insertText, values)
    await ctx.schedule('scout.conflict_ends', id, new Date(ctx.now.getTime() + openForMs))
    return id
  }
  if (all.length === 0) {
    await closeConflict(ctx, open.id)
    return undefined
  }
  if (JSON.stringify(all) !== JSON.stringify(open.fields))
    await ctx.run(updateText, [ctx.tenantId, open.id, JSON.stringify(all), ctx.now])
  return open.id
}
