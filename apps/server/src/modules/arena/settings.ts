/** What administrators set for the arena; a tenant without a row has it off, with the defaults. */
import { type Caps, defaultCaps, defaultWeights, type Weights } from '#contracts/arena/records.ts'
import type { TenantContext } from '#server/platform/context.ts'

export interface ArenaSettings {
  readonly enabled: boolean
  readonly weights: Weights
  readonly caps: Caps
  readonly version: number
}

export const readSettings = async (ctx: TenantContext, lock = ''): Promise<ArenaSettings> => {
  const [row] = await ctx.run<ArenaSettings>(
    `select enabled, weights, caps, version from arena_setting where tenant_id = $1 ${lock}`,
    [ctx.tenantId],
  )
  return row ?? { enabled: false, weights: defaultWeights, caps: defaultCaps, version: 1 }
}
