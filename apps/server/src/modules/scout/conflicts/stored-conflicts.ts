/** Conflicts of two phones of one scout, by record. */
import type { TenantContext } from '#server/platform/context.ts'

/** A field of which two phones wrote different values. */
export interface StoredConflictField {
  readonly name: string
  readonly mine: { readonly value: unknown; readonly at: string }
  readonly theirs: { readonly value: unknown; readonly at: string; readonly by: string }
}

export interface ConflictRow {
  readonly id: string
  readonly scout_id: string
  readonly kind: 'INSPECTION' | 'FINDING'
  readonly record_id: string
  readonly fields: readonly StoredConflictField[]
  readonly created_at: Date
  readonly resolved_at: Date | null
  readonly changed_at: Date
}

const closeText = `update scout_conflict set resolved_at = $3, changed_at = $3
  where tenant_id = $1 and id = $2 and resolved_at is null returning *`

/** @returns undefined where it was closed before */
export const closeConflict = async (ctx: TenantContext, id: string): Promise<ConflictRow | undefined> => {
  const [row] = await ctx.run<ConflictRow>(closeText, [ctx.tenantId, id, ctx.now])
  return row
}
