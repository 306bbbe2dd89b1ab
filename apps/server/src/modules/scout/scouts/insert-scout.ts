import type { VisitorLanguage } from '#contracts/kit/vocabulary.ts'
import type { ScoutKind, ScoutScope } from '#contracts/scout/people.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { newId } from '#server/platform/ids.ts'
import type { ScoutRow } from './scout-row.ts'

export interface NewScout {
  readonly kind: ScoutKind
  /** of a MYSTERY written only; an alias stands wherever the team reads */
  readonly name: string
  readonly blind: boolean
  readonly scope: ScoutScope
  /** days of the organisation's calendar */
  readonly validFrom: string
  readonly validUntil: string
  readonly extraRounds: boolean
  readonly language: VisitorLanguage
  readonly email: string | null
  readonly reference: string | null
}

const countText = `insert into tenant_counter (tenant_id, name, value) values ($1, 'mystery', 1)
  on conflict (tenant_id, name) do update set value = tenant_counter.value + 1 returning value`

const insertText = `insert into scout (tenant_id, id, kind, alias, own_name, blind, building_ids, types, valid_from,
    valid_until, extra_rounds, language, email, reference, created_at, changed_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $15) returning *`

const aliasFor = async (ctx: TenantContext, { kind, name }: NewScout): Promise<string> => {
  if (kind !== 'MYSTERY') return name
  const [counted] = await ctx.run<{ value: number }>(countText, [ctx.tenantId])
  return `Mystery visitor ${counted?.value ?? 1}`
}

/** A scout who is INVITED, without a code. */
export const insertScout = async (ctx: TenantContext, scout: NewScout): Promise<ScoutRow> => {
  const [row] = await ctx.run<ScoutRow>(insertText, [
    ctx.tenantId,
    newId(ctx.now.getTime()),
    scout.kind,
    await aliasFor(ctx, scout),
    scout.name,
    scout.blind || scout.kind === 'MYSTERY',
    scout.scope.buildingIds,
    scout.scope.types ?? null,
    scout.validFrom,
    scout.validUntil,
    scout.extraRounds,
    scout.language,
    scout.email,
    scout.reference,
    ctx.now,
  ])
  if (!row) throw new Error('A scout was not written')
  return row
}
