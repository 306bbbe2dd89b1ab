/** Reads, locks and presents the row of a mailing. */

import type { Selectable } from 'kysely'
import type { Mailing, MailingSending, MailRefusal } from '#contracts/sharing/mailings.ts'
import { type Recurrence, timesAfter } from '#server/modules/schedules/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import type { Mailing as MailingTable } from '#server/platform/db/tables.ts'
import { notFound } from '#server/platform/errors.ts'
import { storedZone } from '#server/platform/stored-zone.ts'
import { sendingsOf } from './sendings.ts'

export type MailingRow = Selectable<MailingTable>

/** Kind of the scheduled job at the next time; its key is the mailing's id. */
export const dueKind = 'mailing.due'

/** Consecutive refusals after which an address gets no more emails. */
export const maxBounces = 3

const maxNextTimes = 5

interface RecipientRow {
  mailing_id: string
  email: string
  asked_at: Date
  confirmed_at: Date | null
  bounced_at: Date | null
  bounces: number
  refusal: MailRefusal | null
}

const iso = (at: Date | null): string | null => at?.toISOString() ?? null

const recipientsText = `select mailing_id, email, asked_at, confirmed_at, bounced_at, bounces, refusal
  from mailing_recipient
  where tenant_id = $1 and mailing_id = any($2::uuid[]) order by email`

const present = (
  row: MailingRow,
  recipients: readonly RecipientRow[],
  sendings: readonly MailingSending[],
  now: Date,
): Mailing => ({
  id: row.id,
  name: row.name,
  state: row.paused
    ? 'PAUSED'
    : recipients.some(({ bounces }) => bounces >= maxBounces)
      ? 'FAILING'
      : 'ACTIVE',
  recipients: recipients.map((one) => ({
    email: one.email,
    askedAt: one.asked_at.toISOString(),
    confirmedAt: iso(one.confirmed_at),
    bouncedAt: iso(one.bounced_at),
    refusal: one.refusal,
  })),
  rrule: row.rrule,
  startsAt: row.starts_at,
  timeZone: storedZone(row.time_zone),
  contents: row.contents as Mailing['contents'],
  scope: row.scope as Mailing['scope'],
  period: row.period as Mailing['period'],
  format: row.format as Mailing['format'],
  language: row.language as Mailing['language'],
  next: row.upcoming.filter((time) => time > now).map((time) => time.toISOString()),
  lastSentAt: iso(row.last_sent_at),
  sendings: [...sendings],
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
  version: row.version,
})

/** Adds recipients and the last issue, each in one statement for all. */
export const presentMailings = async (
  ctx: TenantContext,
  rows: readonly MailingRow[],
): Promise<Mailing[]> => {
  const ids = rows.map(({ id }) => id)
  const all = await ctx.run<RecipientRow>(recipientsText, [ctx.tenantId, ids])
  const of = Map.groupBy(all, ({ mailing_id: id }) => id)
  const sendings = await sendingsOf(ctx, ids)
  return rows.map((row) => present(row, of.get(row.id) ?? [], sendings.get(row.id) ?? [], ctx.now))
}

export const presentMailing = async (ctx: TenantContext, row: MailingRow): Promise<Mailing> => {
  const [mailing] = await presentMailings(ctx, [row])
  return mailing ?? Promise.reject(new Error('The mailing was not found'))
}

export const recurrenceOf = (row: Pick<MailingRow, 'rrule' | 'starts_at' | 'time_zone'>): Recurrence => ({
  rrule: row.rrule,
  startsAt: row.starts_at,
  timeZone: storedZone(row.time_zone),
})

/** Columns with the next times; none while it is paused. */
export const upcomingOf = (recurrence: Recurrence, paused: boolean, now: Date) => {
  const upcoming = paused ? [] : timesAfter(recurrence, now, maxNextTimes)
  return { upcoming, next_at: upcoming[0] ?? null }
}

/** Schedules the next issue; null cancels it. */
export const plan = async (ctx: TenantContext, id: string, next: Date | null): Promise<void> => {
  if (next) await ctx.schedule(dueKind, id, next)
  else await ctx.cancel(dueKind, id)
}

const readText = 'select * from mailing where tenant_id = $1 and id = $2'

/** @throws ServiceError NOT_FOUND */
export const readMailing = async (ctx: TenantContext, id: string): Promise<MailingRow> => {
  const [row] = await ctx.run<MailingRow>(readText, [ctx.tenantId, id])
  if (!row) throw notFound()
  return row
}

/** Locks the mailing until the commit. Undefined if it was deleted. */
export const findLocked = async (ctx: TenantContext, id: string): Promise<MailingRow | undefined> =>
  (await ctx.run<MailingRow>(`${readText} for no key update`, [ctx.tenantId, id]))[0]

/**
 * Locks a mailing for a change. Its scheduled job is cancelled first, in the worker's lock order, so that the two do
 * not deadlock. Call `plan` to schedule it again.
 * @throws ServiceError NOT_FOUND
 */
export const lockMailing = async (ctx: TenantContext, id: string): Promise<MailingRow> => {
  await ctx.cancel(dueKind, id)
  const row = await findLocked(ctx, id)
  if (!row) throw notFound()
  return row
}
