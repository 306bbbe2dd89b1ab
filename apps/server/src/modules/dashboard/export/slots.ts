/** Allows at most two exports of a tenant at once, across instances. */
import type { TenantContext } from '#server/platform/context.ts'
import { ServiceError } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'

/** A reader that takes nothing for this long loses its slot, as does an instance that died. */
const leaseMs = 5 * 60_000
const renewAfterMs = 60_000
const retryAfterSeconds = 30

/** Runs its work in a short, writing transaction of its own. */
export type WriteTransaction = <T>(
  work: (ctx: Pick<TenantContext, 'run' | 'tenantId' | 'skipInvalidation'>) => Promise<T>,
) => Promise<T>

export interface Slot {
  /** Called with each page. @throws if the slot was lost and another export has it */
  keep(): Promise<void>
  release(): Promise<void>
}

const takeEnded = `update export_slot set id = $2, until = $3
  where tenant_id = $1 and place = (select min(place) from export_slot where tenant_id = $1 and until <= $4) and until <= $4
  returning place`
const takeNew = `insert into export_slot (tenant_id, id, place, until)
  select $1, $2, p.place, $3 from generate_series(1, 2) p (place)
  where not exists (select from export_slot o where o.tenant_id = $1 and o.place = p.place)
  order by p.place limit 1
  on conflict (tenant_id, place) do nothing returning place`

/** @throws ServiceError RATE_LIMITED with Retry-After while two exports run */
export const takeSlot = async (inWrite: WriteTransaction, now: () => number): Promise<Slot> => {
  const id = newId(now())
  const leaseEnd = (): Date => new Date(now() + leaseMs)
  const attempt = (): Promise<unknown[]> =>
    inWrite(async (ctx) => {
      ctx.skipInvalidation()
      const slot = [ctx.tenantId, id, leaseEnd()]
      const ended = await ctx.run(takeEnded, [...slot, new Date(now())])
      return ended.length > 0 ? ended : ctx.run(takeNew, slot)
    })
  // Tries twice: the first try may lose the race for a slot while the other is free.
  const taken = (await attempt()).length > 0 || (await attempt()).length > 0
  if (!taken)
    throw new ServiceError('RATE_LIMITED', 'Two exports are running; try again when one has ended', {
      headers: { 'retry-after': String(retryAfterSeconds) },
    })
  let keptAt = now()
  return {
    keep: async () => {
      if (now() - keptAt < renewAfterMs) return
      keptAt = now()
      const kept = await inWrite((ctx) => {
        ctx.skipInvalidation()
        return ctx.run('update export_slot set until = $3 where tenant_id = $1 and id = $2 returning place', [
          ctx.tenantId,
          id,
          leaseEnd(),
        ])
      })
      if (kept.length === 0)
        throw new Error('The export was not read for minutes and lost its slot to another one')
    },
    release: async () => {
      await inWrite((ctx) => {
        ctx.skipInvalidation()
        return ctx.run('delete from export_slot where tenant_id = $1 and id = $2', [ctx.tenantId, id])
      })
    },
  }
}
