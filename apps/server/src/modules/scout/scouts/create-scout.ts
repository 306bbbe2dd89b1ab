import { createScout } from '#contracts/scout/admin-scouts.ts'
import { requireScope } from '#server/modules/places/lookup/public.ts'
import { tenantLanguage } from '#server/modules/settings/public.ts'
import { claimQuota } from '#server/platform/gate/plan-limits.ts'
import { serve } from '#server/platform/http/serve.ts'
import { ask } from '#server/platform/mail/define.ts'
import { issueActivation } from './activation.ts'
import { readDates } from './dates.ts'
import { insertScout } from './insert-scout.ts'
import { scoutInvited, sealedCode } from './mails/scout-invited.ts'
import { presentOne } from './scout-row.ts'

export default serve(createScout)(async (ctx, { body }) => {
  await requireScope(ctx, body.scope, 'body.scope')
  const dates = readDates(ctx, body)
  await claimQuota(ctx, 'scouts', 1)
  const row = await insertScout(ctx, {
    kind: body.kind ?? 'SUPERVISOR',
    name: body.name,
    blind: body.blind ?? true,
    scope: body.scope,
    ...dates,
    extraRounds: body.extraRounds ?? false,
    language: body.language ?? (await tenantLanguage(ctx)),
    email: body.email ?? null,
    reference: body.reference ?? null,
  })
  const activation = await issueActivation(ctx, row.id)
  if (row.email !== null)
    await ask(ctx, scoutInvited, { scoutId: row.id, code: sealedCode(ctx, activation.activationCode) })
  return { ...(await presentOne(ctx, row)), ...activation }
})
