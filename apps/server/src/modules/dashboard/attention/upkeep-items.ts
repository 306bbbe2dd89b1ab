/**
 * Attention items for what the service needs and what is about to fail: certificates, stickers, webhooks, mailings.
 * Each tenant has few rows.
 */
import type { TenantContext } from '#server/platform/context.ts'
import { conditions, type Filter, valuesFor } from '../filters.ts'
import type { AttentionWords } from './attention-words.ts'
import {
  countOf,
  dayMs,
  type FoundItems,
  itemsPerGroup,
  type PlaceRow,
  placeOf,
  ranks,
} from './item-parts.ts'

interface CertificateRow {
  id: string
  operator_id: string
  operator: string
  name: string
  valid_until: string
  total: number
}

/** Shown this many days before its end, as long as the event announces it. */
const certificateDays = 30
/** A certificate that ended longer ago is not shown. */
const overDays = 30

/** Of active operators, until renewed. */
export const certificates = async (
  ctx: TenantContext,
  timeZone: string,
  words: AttentionWords,
): Promise<FoundItems> => {
  const today = Temporal.Instant.fromEpochMilliseconds(ctx.now.getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
  const rows = await ctx.run<CertificateRow>(
    `select c.id, o.id as operator_id, o.name as operator, c.name, c.valid_until::text as valid_until, count(*) over () as total
     from operator_certification c
     cross join lateral (select id, name, state from operator where tenant_id = $1 and id = c.operator_id offset 0) o
     where c.tenant_id = $1 and o.state = 'ACTIVE' and c.valid_until <= $2::date and c.valid_until >= $3::date
     order by c.valid_until, c.id limit ${itemsPerGroup}`,
    [
      ctx.tenantId,
      today.add({ days: certificateDays }).toString(),
      today.subtract({ days: overDays }).toString(),
    ],
  )
  return {
    items: rows.map((row) => {
      const last = Temporal.PlainDate.from(row.valid_until)
      const end = new Date(last.add({ days: 1 }).toZonedDateTime({ timeZone }).epochMilliseconds)
      return {
        kind: 'OPERATOR',
        id: row.operator_id,
        name: `${row.operator}: ${row.name}`,
        ...words.certificate(row.valid_until, end <= ctx.now),
        since: end.toISOString(),
        building: null,
        amenity: null,
        rank: ranks.certificate,
        acts: ['RENEW'],
        subjectId: row.id,
      }
    }),
    counts: countOf(ranks.certificate, rows),
  }
}

interface StickerRow {
  code: string
  last_scan_at: Date
  total: number
}

/** Stickers that are scanned but lead to no amenity. */
export const stickers = async (ctx: TenantContext, words: AttentionWords): Promise<FoundItems> => {
  const rows = await ctx.run<StickerRow>(
    `select q.code, q.last_scan_at, count(*) over () as total from qr_code q
     where q.tenant_id = $1 and q.amenity_id is null and q.retired_at is null and q.last_scan_at is not null and q.last_scan_at > $2
     order by q.last_scan_at desc limit ${itemsPerGroup}`,
    [ctx.tenantId, new Date(ctx.now.getTime() - 30 * dayMs)],
  )
  return {
    items: rows.map((row) => ({
      kind: 'QR_CODE',
      id: row.code,
      name: row.code,
      ...words.sticker,
      since: row.last_scan_at.toISOString(),
      building: null,
      amenity: null,
      rank: ranks.sticker,
      acts: ['LINK_CODE'],
    })),
    counts: countOf(ranks.sticker, rows),
  }
}

interface WithoutRow extends PlaceRow {
  amenity_id: string
  amenity_name: string
  created_at: Date
  total: number
}

/** Amenities without a QR code, if other amenities have one. */
export const withoutCode = async (
  ctx: TenantContext,
  filter: Filter,
  words: AttentionWords,
): Promise<FoundItems> => {
  const values = valuesFor(ctx.tenantId)
  const rows = await ctx.run<WithoutRow>(
    `select a.id as amenity_id, a.name as amenity_name, a.building_id, b.name as building_name, a.created_at, count(*) over () as total
     from amenity a
     cross join lateral (select name from building where tenant_id = $1 and id = a.building_id offset 0) b
     where a.tenant_id = $1 and a.archived_at is null
       and (exists (select from qr_code q where q.tenant_id = $1 and q.amenity_id = a.id and q.retired_at is null)) is false
       and exists (select from qr_code q where q.tenant_id = $1 and q.amenity_id is not null and q.retired_at is null)
       ${conditions(filter, { building: 'a.building_id', amenity: 'a.id' }, values)}
     order by a.created_at, a.id limit ${itemsPerGroup}`,
    values.list,
  )
  return {
    items: rows.map((row) => ({
      kind: 'AMENITY',
      id: row.amenity_id,
      name: row.amenity_name,
      ...words.noCode,
      since: row.created_at.toISOString(),
      ...placeOf(row),
      rank: ranks.noCode,
      acts: ['NEW_CODE'],
    })),
    counts: countOf(ranks.noCode, rows),
  }
}

interface WebhookRow {
  id: string
  url: string
  description: string
  enabled: boolean
  since: Date
  total: number
}

/** Webhooks that fail or were switched off. */
export const webhooks = async (ctx: TenantContext, words: AttentionWords): Promise<FoundItems> => {
  const rows = await ctx.run<WebhookRow>(
    `select id, url, description, enabled, coalesce(failing_since, updated_at) as since, count(*) over () as total
     from webhook where tenant_id = $1 and deleted_at is null
       and ((enabled and failing_since is not null) or (not enabled and reason in ('FAILING', 'GONE')))
     order by since, id limit ${itemsPerGroup}`,
    [ctx.tenantId],
  )
  return {
    items: rows.map((row) => ({
      kind: 'WEBHOOK',
      id: row.id,
      name: row.description || new URL(row.url).host,
      ...(row.enabled ? words.webhookFails : words.webhookOff),
      since: row.since.toISOString(),
      building: null,
      amenity: null,
      rank: ranks.webhook,
      acts: row.enabled ? ['TRY_WEBHOOK', 'PAUSE_WEBHOOK'] : ['SWITCH_ON'],
    })),
    counts: countOf(ranks.webhook, rows),
  }
}

/** A Slack workspace that refuses its token. */
export const brokenSlack = async (ctx: TenantContext, words: AttentionWords): Promise<FoundItems> => {
  const rows = await ctx.run<{ name: string; since: Date; total: number }>(
    `select team_name as name, fault_at as since, 1 as total from slack_workspace where tenant_id = $1 and state = 'BROKEN'`,
    [ctx.tenantId],
  )
  return {
    items: rows.map(({ name, since }) => ({
      kind: 'SLACK',
      id: ctx.tenantId,
      name,
      ...words.slackBroken,
      since: since.toISOString(),
      building: null,
      amenity: null,
      rank: ranks.slack,
      acts: [],
    })),
    counts: countOf(ranks.slack, rows),
  }
}

interface MailingRow {
  id: string
  name: string
  since: Date
  nobody: boolean
  total: number
}

/** After this many rejections in a row an address gets no more emails; the same number as in the mailing module. */
const mostBounces = 3

/** Mailings that do not reach recipients. */
export const mailings = async (ctx: TenantContext, words: AttentionWords): Promise<FoundItems> => {
  const rows = await ctx.run<MailingRow>(
    `select m.id, m.name, r.since, count(*) over () as total, (exists (select from mailing_recipient l
         where l.tenant_id = $1 and l.mailing_id = m.id and l.confirmed_at is not null and l.bounces < ${mostBounces})) is false as nobody
     from (select mailing_id, min(bounced_at) as since from mailing_recipient
       where tenant_id = $1 and bounces >= ${mostBounces} group by mailing_id offset 0) r
     cross join lateral (select id, name, paused from mailing where tenant_id = $1 and id = r.mailing_id offset 0) m
     where not m.paused order by r.since, m.id limit ${itemsPerGroup}`,
    [ctx.tenantId],
  )
  return {
    items: rows.map(({ id, name, since, nobody }) => ({
      kind: 'MAILING',
      id,
      name,
      ...(nobody ? words.mailingLost : words.mailingRefused),
      since: since.toISOString(),
      building: null,
      amenity: null,
      rank: ranks.mailing,
      acts: ['RESUME_MAILING', 'PAUSE_MAILING'],
    })),
    counts: countOf(ranks.mailing, rows),
  }
}
