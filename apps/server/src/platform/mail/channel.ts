/**
 * The channel of emails. Members of the team are told by push first where they have a device and want it; the email
 * follows where no device confirms that.
 */
import type { CronJob, Platform, PushKind, ReadyMail, TenantContext } from '../context.ts'
import { deleteSome } from '../db/delete-some.ts'
import { tenantContextFor } from '../events/tenant-context.ts'
import type { Channel, FollowUp, Messages, Outcome, Prepared, Sending } from '../outbox/channel.ts'
import { type OpenChannel, openChannel } from '../outbox/sender.ts'
import {
  isAccepted,
  mayBeAccepted,
  type PushAttempt,
  receiptMs,
  recordPush,
  type StartedPush,
  sendPushes,
  startPush,
} from '../push/deliver.ts'
import { mailChannel, visitorChannel } from './define.ts'
import { gatherMs } from './gather-delay.ts'
import { withHead } from './layout.ts'
import { MailRefused, refusalOf } from './message.ts'

interface Ready extends Pick<ReadyMail, 'mail' | 'afterwards'> {
  readonly push?: StartedPush
}

type Attempts = readonly PushAttempt[]

type Kinds = ReadonlyMap<string, PushKind>

/** Data of gathered messages: their items together. */
const dataOf = ([first, ...others]: Messages): unknown => {
  if (others.length === 0) return first.subject
  const items = [first, ...others].flatMap(({ subject }) => (subject as { items: readonly unknown[] }).items)
  return { ...(first.subject as object), items }
}

/** Readers know the organisation, not the service that it uses. */
const organisationOf = async (ctx: TenantContext): Promise<string> => {
  const [row] = await ctx.run<{ name: string }>('select name from tenant where id = $1', [ctx.tenantId])
  return (row?.name ?? '').replaceAll(/\p{C}/gu, ' ')
}

const signedBy = <M extends { readonly html: string }>(organisation: string, mail: M) => ({
  ...mail,
  fromName: organisation,
  html: withHead(mail.html, organisation),
})

const prepare = async (ctx: TenantContext, kinds: Kinds, messages: Messages): Promise<Prepared<Ready>> => {
  const [first] = messages
  const found = kinds.get(first.kind)
  if (!found) throw new TypeError(`There is no email ${first.kind}`)
  const made = await found.make(ctx, dataOf(messages), first.pushedAt !== null)
  if (!made) return { end: 'NOTHING_LEFT' }
  if ('until' in made) return made
  const { push, mail, ...rest } = made
  const signed = mail ? { ...rest, mail: signedBy(await organisationOf(ctx), mail) } : rest
  return {
    ready: push ? { ...signed, push: await startPush(ctx, first.sendingId ?? first.id, push) } : signed,
  }
}

/**
 * After a failure no other email waits for a timeout of the same server: those of the next moment fail at once. When
 * the server is back, those that failed meanwhile are due at once.
 */
const pauseMs = 1000
interface Outage {
  failedAt: Date
  /** whose emails wait for its end */
  readonly tenants: Set<string>
}
const outages = new WeakMap<Platform, Outage>()
const isDown = 'SERVICE_UNAVAILABLE'

const wakeText = `update outbox set due_at = $3
  where tenant_id = $1 and channel = $2 and state = 'WAITING' and fault = '${isDown}' and claimed_until is null and due_at > $3
  returning destination`

const wake = (platform: Platform, tenantId: string): Promise<void> =>
  tenantContextFor(
    platform,
    tenantId,
    mailChannel,
    tenantId,
  )(async (ctx) => {
    ctx.skipInvalidation()
    for (const channel of [mailChannel, visitorChannel]) {
      const rows = await ctx.run<{ destination: string }>(wakeText, [tenantId, channel, ctx.now])
      const people = new Set(rows.map(({ destination }) => destination))
      await ctx.scheduleEachNoLaterThan(channel, new Map([...people].sort().map((one) => [one, ctx.now])))
    }
    ctx.afterCommit(platform.wakeScheduledJobs)
  })

const endOutage = (platform: Platform): void => {
  const outage = outages.get(platform)
  if (!outage) return
  outages.delete(platform)
  for (const tenantId of outage.tenants)
    wake(platform, tenantId).catch((error: unknown) =>
      platform.log.warn({ err: error, tenantId }, 'Emails that failed wait for their next attempt'),
    )
}

const sendMail = async (
  platform: Platform,
  { id, tenantId, ready: { mail } }: Sending<Ready>,
): Promise<Outcome<undefined>> => {
  const result = undefined
  if (!mail) return { state: 'SENT', result }
  const outage = outages.get(platform)
  const failed = { state: 'FAILED', fault: isDown, result } as const
  const now = platform.clock.now()
  if (outage && Math.abs(now.getTime() - outage.failedAt.getTime()) < pauseMs) {
    outage.tenants.add(tenantId)
    return failed
  }
  try {
    await platform.mail.send({ ...mail, id })
  } catch (error) {
    if (error instanceof MailRefused || error instanceof TypeError) {
      platform.log.warn({ err: error, messageId: id }, 'An email was rejected; it will not be retried')
      return { state: 'REFUSED', fault: refusalOf(error), result }
    }
    platform.log.warn({ err: error, messageId: id }, 'An email could not be sent; it will be retried')
    const tenants = outages.get(platform)?.tenants ?? new Set()
    outages.set(platform, { failedAt: now, tenants: tenants.add(tenantId) })
    return failed
  }
  endOutage(platform)
  return { state: 'SENT', result }
}

const send = async (platform: Platform, sending: Sending<Ready>): Promise<Outcome<Attempts>> => {
  const { push } = sending.ready
  const result = push ? await sendPushes(platform, sending.tenantId, sending.id, push) : []
  if (push && !push.push.orMail && !isAccepted(push, result) && mayBeAccepted(push, result))
    return { state: 'FAILED', fault: 'PUSH', result }
  return { ...(await sendMail(platform, sending)), result }
}

const record = async (
  ctx: TenantContext,
  { id, ready: { mail, push, afterwards } }: Sending<Ready>,
  outcome: Outcome<Attempts>,
): Promise<FollowUp | undefined> => {
  const isConfirmed = push !== undefined && (await recordPush(ctx, id, outcome.result))
  if (outcome.state === 'FAILED') return undefined
  if (mail)
    await afterwards?.(
      ctx,
      outcome.state === 'SENT' ? 'SENT' : { refused: outcome.fault as ReturnType<typeof refusalOf> },
    )
  if (!push?.push.orMail || isConfirmed) return undefined
  // Where no device accepted it the email is sent at once.
  const waits = isAccepted(push, outcome.result) ? receiptMs : 0
  return { dueAt: new Date(ctx.now.getTime() + waits), subject: push.push.orMail.data }
}

const second = 1000
const day = 24 * 3600 * second

/** Doubled up to a day: about five days of a server outage. */
const pauses = Array.from({ length: 19 }, (_, index) => Math.min(2 * second * 2 ** index, day))

const channelOf = (
  kinds: Kinds,
  name: string,
  limits: { readonly atOnce: number; readonly inFlight: number },
): Channel<string, Ready, Attempts> => ({
  name,
  atOnce: limits.atOnce,
  // Longer than sending may take (15 s); with the poll a dead sender is replaced within 30 s.
  claimMs: 20 * second,
  pauses,
  deadLetters: true,
  gatherMs,
  open: async (_ctx, destination) => destination,
  limits: () => ({ inFlight: limits.inFlight }),
  prepare: (ctx, _target, messages) => prepare(ctx, kinds, messages),
  send,
  record: (ctx, _target, sending, outcome) => record(ctx, sending, outcome),
})

interface Sends {
  readonly mails: readonly PushKind[]
  readonly pushes: readonly PushKind[]
}

/** @param modules with their emails, and notifications that no email follows */
export const mailChannels = (modules: readonly Sends[]): readonly OpenChannel[] => {
  const kinds: Kinds = new Map(
    modules.flatMap(({ mails, pushes }) => [...mails, ...pushes].map((one) => [one.name, one] as const)),
  )
  return [
    openChannel(channelOf(kinds, mailChannel, { atOnce: 4, inFlight: 1 })),
    openChannel(channelOf(kinds, visitorChannel, { atOnce: 3, inFlight: 3 })),
  ]
}

/** Longer than messages are retried. */
const keptMs = 30 * day

export const cronJobs: readonly CronJob[] = [
  {
    name: 'mail-retention',
    cron: '17 3 * * *',
    run: (_platform, forEachTenant) =>
      forEachTenant(async (ctx) => {
        const old = new Date(ctx.now.getTime() - keptMs)
        const more = [
          await deleteSome(ctx, 'delete from outbox where tenant_id = $1 and ended_at < $2', old),
          await deleteSome(ctx, 'delete from push_delivery where tenant_id = $1 and at < $2', old),
          await deleteSome(ctx, 'delete from push_message where tenant_id = $1 and at < $2', old),
          await deleteSome(ctx, 'delete from mail_sent where tenant_id = $1 and at < $2', old),
        ]
        return more.includes(true)
      }),
  },
]
