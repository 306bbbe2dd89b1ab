/**
 * An issue: one sending of a mailing. It is recorded in the transaction of its cause, counted in a transaction of its
 * own, so that all figures are of one moment, and emailed after that.
 */

import type { SharedContent } from '#contracts/reports.ts'
import type { ShareScope } from '#contracts/sharing/links.ts'
import type { Mailing } from '#contracts/sharing/mailings.ts'
import {
  findLogo,
  openFiguresUnder,
  readLogo,
  sharedCsv,
  sharedFigures,
  sharedPdf,
} from '#server/modules/dashboard/public.ts'
import { clockOf } from '#server/modules/places/lookup/public.ts'
import type { Platform, TenantContext } from '#server/platform/context.ts'
import { inTenant } from '#server/platform/db/tenant-db.ts'
import { emit } from '#server/platform/events/emit.ts'
import type { StoredEvent } from '#server/platform/events/stored-event.ts'
import { newId } from '#server/platform/ids.ts'
import { askEach } from '#server/platform/mail/define.ts'
import { storedZone } from '#server/platform/stored-zone.ts'
import { filterOf, scopeNamesOf } from '../scope.ts'
import { withTenant } from '../views/visit.ts'
import { issueFiguresOf } from './issue-figures.ts'
import { planIncludes } from './mailing-input.ts'
import { type MailingRow, maxBounces } from './mailing-row.ts'
import { mailingIssue } from './mails/mailing-issue.ts'
import { issueKeptMs, recordSending } from './sendings.ts'

export const forgetKind = 'mailing.forget_issue'

const daysOf = (
  period: Mailing['period'],
  today: Temporal.PlainDate,
): readonly [from: Temporal.PlainDate, to: Temporal.PlainDate] => {
  const yesterday = today.subtract({ days: 1 })
  const month = today.with({ day: 1 })
  switch (period) {
    case 'YESTERDAY':
      return [yesterday, yesterday]
    case 'LAST_7_DAYS':
      return [today.subtract({ days: 7 }), yesterday]
    case 'LAST_30_DAYS':
      return [today.subtract({ days: 30 }), yesterday]
    case 'LAST_MONTH':
      return [month.subtract({ months: 1 }), month.subtract({ days: 1 })]
    case 'LAST_QUARTER': {
      const quarter = month.subtract({ months: (month.month - 1) % 3 })
      return [quarter.subtract({ months: 3 }), quarter.subtract({ days: 1 })]
    }
    default:
      return period satisfies never
  }
}

/** The last full days in the time zone of the figures; a day that has not ended there is in the next email. */
const periodOf = (
  period: Mailing['period'],
  zone: string,
  at: Date,
): { readonly from: string; readonly to: string } => {
  const today = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone).toPlainDate()
  const [from, to] = daysOf(period, today)
  return { from: from.toString(), to: to.toString() }
}

/** @param userId a member who requested it; null: the recipients */
export const issue = async (
  ctx: TenantContext,
  mailing: MailingRow,
  at: Date,
  userId: string | null,
): Promise<void> => {
  const id = newId(ctx.now.getTime())
  const { buildingIds } = mailing.scope as ShareScope
  const zone = await clockOf(await withTenant(ctx), buildingIds)
  const { from, to } = periodOf(mailing.period as Mailing['period'], zone, at)
  await ctx.db
    .insertInto('mailing_issue')
    .values({
      tenant_id: ctx.tenantId,
      id,
      mailing_id: mailing.id,
      user_id: userId,
      at: ctx.now,
      period_from: from,
      period_to: to,
    })
    .execute()
  await ctx.schedule(forgetKind, id, new Date(ctx.now.getTime() + issueKeptMs))
  await emit(ctx, 'internal.mailing_issued', { issueId: id })
}

interface UncountedIssue {
  mailing_id: string
  user_id: string | null
  from: string
  to: string
  scope: ShareScope
  contents: SharedContent[]
  format: Mailing['format']
  language: Mailing['language']
  time_zone: string
}

const uncountedText = `select i.mailing_id, i.user_id, i.period_from::text as "from", i.period_to::text as "to", m.scope, m.contents, m.format, m.language, m.time_zone
  from mailing_issue i join mailing m on m.tenant_id = $1 and m.id = i.mailing_id
  where i.tenant_id = $1 and i.id = $2 and i.figures is null`
const countedText = `update mailing_issue set figures = $3, file = $4, file_name = $5
  where tenant_id = $1 and id = $2 and figures is null returning id`
const recipientsText = `select id from mailing_recipient
  where tenant_id = $1 and mailing_id = $2 and confirmed_at is not null and bounces < ${maxBounces}`
const sentText = 'update mailing set last_sent_at = $3 where tenant_id = $1 and id = $2'

/** Counts an issue and requests its emails; repeating it does nothing. */
export const countIssue = async (
  platform: Platform,
  { id: requestId, tenantId, payload: { issueId } }: StoredEvent<'internal.mailing_issued'>,
): Promise<void> => {
  const now = platform.clock.now()
  const inside = <T>(mode: 'read' | 'write', work: (ctx: TenantContext) => Promise<T>): Promise<T> =>
    inTenant(platform.databases.jobs, tenantId, mode, (transaction) =>
      work({
        ...transaction,
        platform,
        requestId,
        now,
        tenantId,
        actor: { kind: 'SYSTEM', id: 'mailings', name: 'Wellkept' },
      }),
    )
  const found = await inside('read', async (ctx) => {
    const [row] = await ctx.run<UncountedIssue>(uncountedText, [tenantId, issueId])
    if (!row) return undefined
    const { tenant } = await withTenant(ctx)
    const format = planIncludes(tenant.plan, row.format) ? row.format : ('MAIL' as const)
    return { row, tenant, format, logoFile: format === 'PDF' ? await findLogo(ctx) : undefined }
  })
  if (!found) return
  const { row, tenant, format } = found
  const { contents, language, scope } = row
  const logo = await readLogo(platform, found.logoFile)
  const counted = await inside('read', async (ctx) => {
    const figured = { ...ctx, tenant }
    const figures = await openFiguresUnder(figured, row, () => filterOf(ctx, scope))
    const places = await scopeNamesOf(ctx, scope)
    const about = { contents, language, places, logo }
    const shown = await sharedFigures(figured, figures, {
      contents,
      language,
      comments: false,
      photos: false,
      amenitiesBy: 'score',
    })
    const name = `report-${figures.period.from}-${figures.period.to}`
    return {
      figures: issueFiguresOf(contents, places, shown, storedZone(row.time_zone)),
      file:
        format === 'PDF'
          ? Buffer.from(await sharedPdf(figured, figures, about))
          : format === 'CSV'
            ? Buffer.from(await sharedCsv(figured, figures, about))
            : null,
      fileName: format === 'MAIL' ? null : `${name}.${format.toLowerCase()}`,
    }
  })
  await inside('write', async (ctx) => {
    const mine = await ctx.run(countedText, [
      tenantId,
      issueId,
      JSON.stringify(counted.figures),
      counted.file,
      counted.fileName,
    ])
    if (mine.length === 0) return
    if (row.user_id !== null) {
      await askEach(ctx, mailingIssue, [{ issueId, recipientId: null, userId: row.user_id }])
      return
    }
    const recipients = await ctx.run<{ id: string }>(recipientsText, [tenantId, row.mailing_id])
    if (recipients.length === 0) return
    await ctx.run(sentText, [tenantId, row.mailing_id, now])
    await recordSending(ctx, issueId, recipients.length)
    await askEach(
      ctx,
      mailingIssue,
      recipients.map(({ id }) => ({ issueId, recipientId: id, userId: null })),
    )
  })
}
