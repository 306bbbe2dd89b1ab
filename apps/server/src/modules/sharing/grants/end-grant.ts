import { endGrant, offerGrant } from '#contracts/sharing/grants.ts'
import { notFound } from '#server/platform/errors.ts'
import { emit } from '#server/platform/events/emit.ts'
import { auditGone } from '#server/platform/gate/audit.ts'
import { requireVersion } from '#server/platform/gate/version.ts'
import { serve } from '#server/platform/http/serve.ts'
import { presentGrant, readGrant, versionOf } from './grant-row.ts'

const texts = {
  // guard: grant-ended
  GIVEN: 'delete from grant_given where tenant_id = $1 and id = $2 returning receiver_id as other_id, slug',
  RECEIVED:
    'delete from grant_received where tenant_id = $1 and id = $2 returning giver_id as other_id, null as slug',
} as const

/** Deletes the grant on this side at once; the other side sees it as revoked. */
export default serve(endGrant)(async (ctx, { params }) => {
  const grant = await readGrant(ctx, params.id)
  const { direction } = grant
  requireVersion(ctx, versionOf(grant))
  auditGone(ctx, presentGrant(grant, ctx.now), offerGrant)
  const [gone] = await ctx.run<{ other_id: string | null; slug: string | null }>(texts[direction], [
    ctx.tenantId,
    params.id,
  ])
  if (!gone) throw notFound()
  await emit(ctx, 'internal.grant_ended', {
    grantId: params.id,
    direction,
    otherId: gone.other_id,
    slug: gone.slug,
  })
  return { id: params.id }
})
