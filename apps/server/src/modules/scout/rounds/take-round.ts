/** A scout takes a round or gives it back. */
import type { OwnScout } from '#server/modules/scout/own/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { invalid } from '#server/platform/errors.ts'
import { lockRound } from './own-rounds.ts'

const acceptText = `update round set state = 'ACCEPTED', scout_id = $3, changed_at = $4, version = version + 1
  where tenant_id = $1 and id = $2`

/** @throws ServiceError VALIDATION_ERROR, NOT_FOUND, CONFLICT */
export const accept = async (ctx: TenantContext, scout: OwnScout, id: string): Promise<void> => {
  const round = await lockRound(ctx, scout, id)
  if (round.state !== 'SCHEDULED') throw invalid('id', `the round is ${round.state}`)
  await ctx.run(acceptText, [ctx.tenantId, id, scout.id, ctx.now])
}

// Open again for the other scouts of the building, or at its end where there is none.
const declineText = `update round r set scout_id = null, reason = $4, changed_at = $5, version = version + 1,
    declined_by = array_append(array_remove(r.declined_by, $3::uuid), $3::uuid),
    state = case when exists (select from scout o where o.tenant_id = $1 and o.id <> $3 and not o.id = any(r.declined_by)
        and o.state in ('INVITED', 'ACTIVE') and r.building_id = any(o.building_ids) and o.valid_until >= $5::timestamptz::date
        and (o.types is null or not exists (select from round_stop s join amenity a on a.tenant_id = $1 and a.id = s.amenity_id
          where s.tenant_id = $1 and s.round_id = r.id and a.type <> all(o.types))))
      then 'SCHEDULED' else 'DECLINED' end
  where r.tenant_id = $1 and r.id = $2`

/** @throws ServiceError VALIDATION_ERROR, NOT_FOUND, CONFLICT */
export const decline = async (
  ctx: TenantContext,
  scout: OwnScout,
  id: string,
  { reason }: { readonly reason: string },
): Promise<void> => {
  const round = await lockRound(ctx, scout, id)
  if (round.state !== 'SCHEDULED' && round.state !== 'ACCEPTED')
    throw invalid('id', `the round is ${round.state}`)
  await ctx.run(declineText, [ctx.tenantId, id, scout.id, reason, ctx.now])
}
