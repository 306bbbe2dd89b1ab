import { isDeepStrictEqual } from 'node:util'
import type { Static } from 'typebox'
import { replyPlaceholders, unknownPlaceholders } from '#contracts/reply-placeholders.ts'
import { updateSettings } from '#contracts/settings.ts'
import { createUpload, dropImage, keepImage } from '#server/modules/uploads/public.ts'
import type { StaffContext } from '#server/platform/context.ts'
import { forbidden, invalid, notFound } from '#server/platform/errors.ts'
import { auditBefore } from '#server/platform/gate/audit.ts'
import { requireVersion } from '#server/platform/gate/version.ts'
import { serve } from '#server/platform/http/serve.ts'
import { ask } from '#server/platform/mail/define.ts'
import { zoneToStore } from '#server/platform/stored-zone.ts'
import { checkHours } from './check-hours.ts'
import { contrast, leastContrast, paper } from './contrast.ts'
import { sampleMail } from './mails/sample.ts'
import { readSettings, type StoredSettings, type TenantRow } from './read-settings.ts'

type Changes = Static<(typeof updateSettings)['body']>

const checkBranding = async (
  ctx: StaffContext,
  branding: NonNullable<Changes['branding']>,
): Promise<void> => {
  const { accent, logoKey, privacyUrl } = branding
  if (accent !== undefined && contrast(accent, paper) < leastContrast) {
    const found = contrast(accent, paper).toFixed(1)
    throw invalid(
      'body.branding.accent',
      `has a contrast of ${found}:1 on the page; ${leastContrast}:1 is needed, so choose a darker colour`,
    )
  }
  if (privacyUrl && !URL.canParse(privacyUrl))
    throw invalid('body.branding.privacyUrl', 'must be an address such as https://example.com/privacy')
  if (logoKey && !(await keepImage(ctx, logoKey)))
    throw invalid('body.branding.logoKey', 'must be the key of an image that was uploaded and stored')
}

/** Sections merged with the stored ones; name and time zone have their own columns. */
const merge = (stored: StoredSettings, changes: Changes): StoredSettings => {
  const { name: _name, timeZone: _zone, ...profile } = changes.profile ?? {}
  return {
    // Sections of a newer version, which may run beside this one, stay.
    ...stored,
    profile: { ...stored.profile, ...profile },
    branding: { ...stored.branding, ...changes.branding },
    ...(changes.visitorLanguages && { visitorLanguages: changes.visitorLanguages }),
    notifications: { ...stored.notifications, ...changes.notifications },
    privacy: { ...stored.privacy, ...changes.privacy },
    work: { ...stored.work, ...changes.work },
    ...(changes.replyTemplates && { replyTemplates: changes.replyTemplates }),
    ...(changes.dayNotes && { dayNotes: changes.dayNotes }),
  }
}

/** @throws ServiceError NOT_FOUND for a building of another tenant */
const sortedDayNotes = async (
  ctx: StaffContext,
  notes: NonNullable<Changes['dayNotes']>,
): Promise<NonNullable<Changes['dayNotes']>> => {
  const named = notes.flatMap(({ buildingId }) => buildingId ?? [])
  const rows = await ctx.run<{ id: string }>(
    'select id from building where tenant_id = $1 and id = any($2::uuid[])',
    [ctx.tenantId, named],
  )
  if (rows.length < new Set(named).size) throw notFound()
  return notes.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
}

const checkTemplates = (templates: NonNullable<Changes['replyTemplates']>): void => {
  const names = new Set<string>()
  for (const [index, { name, texts }] of templates.entries()) {
    if (names.has(name)) throw invalid(`body.replyTemplates.${index}.name`, 'is the name of another template')
    names.add(name)
    for (const [language, text] of Object.entries(texts)) {
      const [wrong] = unknownPlaceholders(text)
      if (wrong !== undefined)
        throw invalid(
          `body.replyTemplates.${index}.texts.${language}`,
          `${wrong} has no meaning in a reply; there are ${replyPlaceholders.map((one) => `{${one}}`).join(' and ')}`,
        )
    }
  }
}

const sendSample = async (ctx: StaffContext, sample: NonNullable<Changes['testMail']>): Promise<void> => {
  if (ctx.actor.kind !== 'USER') throw forbidden()
  await ask(ctx, sampleMail, { userId: ctx.actor.id, ...sample })
}

export default serve(updateSettings)(async (ctx, { body }) => {
  const [row] = await ctx.run<TenantRow>(
    'select id, slug, name, time_zone, settings, version from tenant where id = $1 for update',
    [ctx.tenantId],
  )
  if (!row) throw notFound()
  requireVersion(ctx, row.version)
  auditBefore(ctx, await readSettings(ctx))
  if (body.branding) await checkBranding(ctx, body.branding)
  if (body.replyTemplates) checkTemplates(body.replyTemplates)
  const former = row.settings.branding?.logoKey
  const logoKey = body.branding?.logoKey
  if (former && logoKey !== undefined) await dropImage(ctx, former, logoKey)
  const hours = body.profile?.serviceHours
  const dayNotes = body.dayNotes && { dayNotes: await sortedDayNotes(ctx, body.dayNotes) }
  const changes = hours
    ? {
        ...body,
        profile: { ...body.profile, serviceHours: checkHours(hours, 'body.profile.serviceHours') },
        ...dayNotes,
      }
    : { ...body, ...dayNotes }
  const settings = merge(row.settings, changes)
  const name = body.profile?.name ?? row.name
  const timeZone = zoneToStore(row.time_zone, body.profile?.timeZone)
  const same =
    name === row.name && timeZone === row.time_zone && isDeepStrictEqual(settings, merge(row.settings, {}))
  if (!same) {
    // Readers without a language, such as API keys, see categories in the tenant's language.
    ctx.invalidate('tasks')
    // Running SLA clocks use the tenant's hours.
    const { serviceHours, holidays, timeZone: zone } = body.profile ?? {}
    if (serviceHours ?? holidays ?? zone) await ctx.schedule('sla.follow', '', ctx.now)
    if (zone ?? body.notifications) await ctx.schedule('digest.plan', '', ctx.now)
    if (zone) {
      await ctx.schedule('schedule.follow_zone', '', ctx.now)
      await ctx.schedule('mailing.follow_zone', '', ctx.now)
    }
    await ctx.run(
      'update tenant set name = $2, time_zone = $3, settings = $4, version = version + 1 where id = $1',
      [
        ctx.tenantId,
        name,
        timeZone,
        // Keeps keys of other modules beside the sections.
        JSON.stringify({ ...row.settings, ...settings }),
      ],
    )
  }
  // Switched on again, an access from before does not go on.
  if (body.privacy?.supportAccess === false)
    await ctx.run('update support_access set ended_at = $2 where tenant_id = $1 and ended_at is null', [
      ctx.tenantId,
      ctx.now,
    ])
  if (body.testMail) await sendSample(ctx, body.testMail)
  if (!body.logoUpload) return readSettings(ctx)
  const logoUpload = await createUpload(ctx, { purpose: 'LOGO', ...body.logoUpload })
  return { ...(await readSettings(ctx)), logoUpload }
})
