/** Scheduled jobs of mailings: sending issues, deleting old ones, and reporting refused emails. */

import type { TenantContext } from '#server/platform/context.ts'
import { zoneIfStored } from '#server/platform/stored-zone.ts'
import type { ScheduledJobHandler } from '#server/platform/work/scheduled-jobs.ts'
import { forgetKind, issue } from './issue.ts'
import { dueKind, findLocked, plan, recurrenceOf, upcomingOf } from './mailing-row.ts'
import { notifyOfRefusals, refusedKind } from './refusals.ts'
import { deleteSending, forgetSendingKind } from './sendings.ts'

const upcomingText = 'update mailing set upcoming = $3, next_at = $4 where tenant_id = $1 and id = $2'

/** After any downtime one issue is sent, not one for each missed time. */
const sendDueIssue: ScheduledJobHandler = async (ctx, id) => {
  const row = await findLocked(ctx, id)
  const time = row?.upcoming.findLast((one) => one <= ctx.now)
  if (!row || row.paused || !time) return
  const { upcoming, next_at: next } = upcomingOf(recurrenceOf(row), false, ctx.now)
  await ctx.run(upcomingText, [ctx.tenantId, id, upcoming, next])
  await plan(ctx, id, next)
  // The period ends before the scheduled time, also if a retry runs on another day.
  await issue(ctx, row, time, null)
}

/** Scheduled by name with an empty key, because the settings module cannot import mailings. */
const followKind = 'mailing.follow_zone'

const followersText = `select m.id, m.time_zone, m.follows_zone, t.time_zone as place_zone from mailing m join tenant t on t.id = $1
  where m.tenant_id = $1 and ($2::uuid is null or m.id = $2) and m.time_zone <> t.time_zone`

interface Follower {
  readonly id: string
  readonly time_zone: string
  readonly follows_zone: boolean
  readonly place_zone: string
}

const movedMailings = async (
  ctx: TenantContext,
  id: string | null,
): Promise<{ id: string; zone: string }[]> => {
  const rows = await ctx.run<Follower>(followersText, [ctx.tenantId, id])
  return rows.flatMap(({ id: found, time_zone: stored, follows_zone: follows, place_zone: place }) => {
    const [own, zone] = [zoneIfStored(stored), zoneIfStored(place)]
    const isMoved = zone !== undefined && zone !== own && (follows || own === undefined)
    return isMoved ? [{ id: found, zone }] : []
  })
}

const zoneText = `update mailing set time_zone = $3, upcoming = $4, next_at = $5, updated_at = $6, version = version + 1
  where tenant_id = $1 and id = $2`

/**
 * A mailing without its own valid time zone follows the organisation's. @param key a mailing; empty: all, at most a
 * hundred
 */
const adoptZone: ScheduledJobHandler = async (ctx, key) => {
  if (key === '') {
    const all = await movedMailings(ctx, null)
    await ctx.scheduleEach(followKind, new Map(all.map(({ id }) => [id, ctx.now])))
    return
  }
  // Its scheduled job first, in the same order as for a change. An issue that is due in the old time zone is sent,
  // not lost.
  await ctx.cancel(dueKind, key)
  await sendDueIssue(ctx, key, ctx.now)
  const row = await findLocked(ctx, key)
  if (!row) return
  const [moved] = await movedMailings(ctx, key)
  if (!moved) return plan(ctx, key, row.next_at)
  const recurrence = { ...recurrenceOf(row), timeZone: moved.zone }
  const { upcoming, next_at: next } = upcomingOf(recurrence, row.next_at === null, ctx.now)
  // The last time has passed in the new zone, so it is sent at the old one.
  if (row.next_at && !next) return plan(ctx, key, row.next_at)
  await ctx.run(zoneText, [ctx.tenantId, key, moved.zone, upcoming, next, ctx.now])
  await plan(ctx, key, next)
}

const deleteIssue: ScheduledJobHandler = async (ctx, issueId) => {
  await ctx.run('delete from mailing_issue where tenant_id = $1 and id = $2', [ctx.tenantId, issueId])
}

export const mailingWork = {
  [dueKind]: sendDueIssue,
  [followKind]: adoptZone,
  [forgetKind]: deleteIssue,
  [forgetSendingKind]: deleteSending,
  [refusedKind]: notifyOfRefusals,
}
