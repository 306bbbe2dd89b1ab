import { privacyNoticeVersion } from '#contracts/scout/people.ts'
import { updateScoutProfile } from '#contracts/scout/phone/session.ts'
import { lockScout, presentProfile, readScout } from '#server/modules/scout/own/public.ts'
import { invalid } from '#server/platform/errors.ts'
import { requireVersion } from '#server/platform/gate/version.ts'
import { serve } from '#server/platform/http/serve.ts'

const updateText = `update scout set language = coalesce($3, language), display_name = coalesce($4, display_name),
    mail_rounds = coalesce($5, mail_rounds), privacy_version = coalesce($6, privacy_version),
    privacy_accepted_at = case when $6::int is null then privacy_accepted_at else $7 end,
    -- Of a mystery visitor the alias is a number; of others it is the name that they show.
    alias = case when kind = 'MYSTERY' then alias else coalesce($4, alias) end,
    changed_at = $7, version = version + 1
  where tenant_id = $1 and id = $2`

export default serve(updateScoutProfile)(async (ctx, { body }) => {
  const { language, displayName, notifications, acceptPrivacy } = body
  const scout = await lockScout(ctx)
  requireVersion(ctx, scout.version)
  if (acceptPrivacy !== undefined && acceptPrivacy !== privacyNoticeVersion)
    throw invalid('body.acceptPrivacy', `the current version is ${privacyNoticeVersion}`)
  await ctx.run(updateText, [
    ctx.tenantId,
    scout.id,
    language ?? null,
    displayName ?? null,
    notifications?.mail ?? null,
    acceptPrivacy ?? null,
    ctx.now,
  ])
  return presentProfile(ctx, await readScout(ctx))
})
