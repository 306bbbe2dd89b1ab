/**
 * Sends one requested email. Its event is claimed in its own transaction before sending: SENDING → SENT or REFUSED;
 * if the mail server is down the claim is released and the job retried. After a crash the claim expires in 20 s and
 * the email is sent again with the same Message-ID: at worst an email arrives twice, but none is lost.
 */
import type { CronJob, Mails, Platform, ReadyMail, TenantContext } from '../context.ts'
import { deleteSome } from '../db/delete-some.ts'
import { LockedByOther } from '../events/defer-job.ts'
import type { StoredEvent } from '../events/stored-event.ts'
import type { Subscriber } from '../events/subscriber.ts'
import { tenantContextFor } from '../events/tenant-context.ts'
import { recordPush, sendPushes, startPush } from '../push/deliver.ts'
import type { PushRequest } from '../push/note.ts'
import { requestOf } from './define.ts'
import { MailRefused, mailFailed, type Refusal, refusalOf } from './message.ts'

type Request = StoredEvent<'internal.mail_requested'>

/** Longer than sending may take (15 s); with the job's retry delay a dead sender is replaced within 30 s. */
const takeOverAfterMs = 20_000

const claimText = `insert into mail_sent (tenant_id, event_id, state, at) values ($1, $2, 'SENDING', $3)
  on conflict (tenant_id, event_id) do update set at = excluded.at
    where mail_sent.state = 'SENDING' and mail_sent.at < $4 returning state`

/**
 * @returns whether this worker sends it
 * @throws LockedByOther while another worker sends it
 */
const claim = async (ctx: TenantContext, eventId: string): Promise<boolean> => {
  const claimed = await ctx.run(claimText, [
    ctx.tenantId,
    eventId,
    ctx.now,
    new Date(ctx.now.getTime() - takeOverAfterMs),
  ])
  if (claimed.length > 0) return true
  const [row] = await ctx.run<{ state: string; at: Date }>(
    'select state, at from mail_sent where tenant_id = $1 and event_id = $2',
    [ctx.tenantId, eventId],
  )
  if (row?.state === 'SENDING') {
    const remainingMs = row.at.getTime() + takeOverAfterMs - ctx.now.getTime()
    throw new LockedByOther('This email is being sent by another worker', remainingMs + 1)
  }
  return false
}

const recordOutcome = async (
  ctx: TenantContext,
  eventId: string,
  outcome: 'SENT' | { readonly refused: Refusal },
  ready?: ReadyMail,
): Promise<void> => {
  await ctx.run('update mail_sent set state = $3 where tenant_id = $1 and event_id = $2', [
    ctx.tenantId,
    eventId,
    outcome === 'SENT' ? outcome : 'REFUSED',
  ])
  await ready?.afterwards?.(ctx, outcome)
}

const about = ({ id, payload }: Request, err: unknown) => ({
  err,
  eventId: id,
  mail: requestOf(payload).mail,
})

/** Returns undefined if nobody is to be notified; an invalid request is given up. */
const prepare = async (ctx: TenantContext, mails: Mails, event: Request): Promise<ReadyMail | undefined> => {
  try {
    const { mail, data, instead } = requestOf(event.payload)
    const found = mails.get(mail)
    if (!found) throw new TypeError(`There is no email ${mail}`)
    const ready = await found.make(ctx, data, instead)
    if (!ready) await recordOutcome(ctx, event.id, 'SENT')
    return ready
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    ctx.platform.log.error(about(event, error), 'An email could not be rendered; it will not be retried')
    await recordOutcome(ctx, event.id, { refused: 'OTHER' })
    return undefined
  }
}

/**
 * After a failure no other email waits for a timeout of the same server: the rest of a batch fails fast and is
 * retried.
 */
const pauseMs = 1000
const failedAt = new WeakMap<Platform, number>()
const hasJustFailed = (platform: Platform): boolean =>
  performance.now() - (failedAt.get(platform) ?? Number.NEGATIVE_INFINITY) < pauseMs

type InTenant = <T>(work: (ctx: TenantContext) => Promise<T>) => Promise<T>

/** Releases the claim: the job is retried. */
const release = (inside: InTenant, { id, tenantId }: Request): Promise<unknown> =>
  inside((ctx) =>
    ctx.run("delete from mail_sent where tenant_id = $1 and event_id = $2 and state = 'SENDING'", [
      tenantId,
      id,
    ]),
  )

/** @throws Error if no device accepted it and no email is to be sent instead; the job is retried */
const push = async (
  platform: Platform,
  inside: InTenant,
  event: Request,
  pushed: PushRequest,
): Promise<void> => {
  const started = await inside((ctx) => startPush(ctx, event.id, pushed))
  if (!started) return
  const attempts = await sendPushes(platform, event.tenantId, event.id, pushed, started)
  if (await inside((ctx) => recordPush(ctx, event.id, pushed, started, attempts))) return
  await release(inside, event)
  throw new Error('No push service accepted the notification')
}

/** @throws ServiceError SERVICE_UNAVAILABLE if the mail server cannot be reached; the job is retried */
export const deliverMail = async (mails: Mails, platform: Platform, event: Request): Promise<void> => {
  const inside = tenantContextFor(platform, event.tenantId, 'mail', event.id, event.urgent)
  const ready = await inside(async (ctx) =>
    (await claim(ctx, event.id)) ? prepare(ctx, mails, event) : undefined,
  )
  if (!ready) return
  if (ready.push) await push(platform, inside, event, ready.push)
  if (ready.mail && hasJustFailed(platform)) {
    await release(inside, event)
    throw mailFailed(new Error('The mail server failed a moment ago'))
  }
  try {
    if (ready.mail) await platform.mail.send({ ...ready.mail, id: event.id })
  } catch (error) {
    const never = error instanceof MailRefused || error instanceof TypeError
    if (!never) {
      failedAt.set(platform, performance.now())
      await release(inside, event)
      throw error
    }
    platform.log.warn(about(event, error), 'An email was rejected; it will not be retried')
    await inside((ctx) => recordOutcome(ctx, event.id, { refused: refusalOf(error) }, ready))
    return
  }
  await inside((ctx) => recordOutcome(ctx, event.id, 'SENT', ready))
}

/** One queue; emails to members, such as sign-in links, come before those to visitors. */
/** Retries cover about five days of a server outage, with pauses that double up to a day. */
const retries = { limit: 19, firstSeconds: 2, longestSeconds: 24 * 3600 }

export const mailDelivery = (mails: Mails): Subscriber => ({
  name: 'mails',
  kind: 'effect',
  on: ['internal.mail_requested'],
  retries,
  priorityOf: (payload) => (mails.get(requestOf(payload as Request['payload']).mail)?.forVisitors ? 0 : 1),
  handle: (platform, event) => deliverMail(mails, platform, event as Request),
})

/** Longer than jobs are retried. */
const keptMs = 30 * 24 * 3600_000

export const cronJobs: readonly CronJob[] = [
  {
    name: 'mail-retention',
    cron: '17 3 * * *',
    run: (_platform, forEachTenant) =>
      forEachTenant(async (ctx) => {
        const old = new Date(ctx.now.getTime() - keptMs)
        const more = [
          await deleteSome(ctx, 'delete from mail_sent where tenant_id = $1 and at < $2', old),
          await deleteSome(ctx, 'delete from push_message where tenant_id = $1 and at < $2', old),
        ]
        return more.includes(true)
      }),
  },
]
