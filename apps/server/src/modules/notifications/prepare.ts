/**
 * From a request for a mail to its text and its reader. Requests hold ids; names, addresses and links are read or
 * derived here, when the mail leaves: so no secret and no visitor's address waits in the database, and who has left
 * or unsubscribed meanwhile gets nothing.
 */
import type { EventPayload } from '#contracts/events.ts'
import type { NotificationKind } from '#contracts/preferences.ts'
import { type OperationalState, operationalStates } from '#contracts/records.ts'
import { wantsMail } from '#server/modules/auth/public.ts'
import { eraseOutcomeAddress, outcomeAddresses } from '#server/modules/feedback/public.ts'
import { findSubscription } from '#server/modules/status/public.ts'
import { problemTitle, tasksOfFeedback } from '#server/modules/tasks/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import type { SealKind } from '#server/platform/crypto/keys.ts'
import {
  type MailLanguage,
  mailLanguage,
  type RenderedMail,
  renderMail,
  type TemplateData,
  type TemplateName,
  templates,
} from '#server/platform/mail/render.ts'
import { quietUntil } from './quiet-hours.ts'
import { type Recipient, readReader, readTask, type TaskFacts } from './task-facts.ts'

export interface Prepared {
  readonly to: string
  readonly mail: RenderedMail
  /** in the transaction that notes that the mail has left, or will never be taken */
  readonly afterwards?: (ctx: TenantContext) => Promise<void>
}

/** It waits for the end of its reader's quiet hours, and is prepared anew then. */
export interface Held {
  readonly heldFor: string
  readonly until: Date
}

type Payload = EventPayload<'internal.mail_requested'>
type Data = Payload['data']
type Prepare = (ctx: TenantContext, payload: Payload) => Promise<Prepared | Held | undefined>

const text = (data: Data, name: string): string => {
  const value = data[name]
  if (typeof value !== 'string') throw new TypeError(`A request for a mail lacks ${name}`)
  return value
}

/** The field of a record, or nothing at all: templates know no null. */
const given = <K extends string, V>(name: K, value: V | null | undefined): { [P in K]?: V } =>
  (value === null || value === undefined ? {} : { [name]: value }) as { [P in K]?: V }

/** Links of the account: the token belongs to the row and is derived from it. */
const accountLink =
  (kind: SealKind, page: string): Prepare =>
  async (ctx, { to, template, language, data }) => {
    const linkId = text(data, 'linkId')
    const [open] = await ctx.run<{ expires_at: Date }>(
      'select expires_at from mail_link where tenant_id = $1 and id = $2 and used_at is null and expires_at > $3',
      [ctx.tenantId, linkId, ctx.now],
    )
    // A link that is over helps nobody, e.g. when the mail server was away for an hour.
    if (!open || to === null) return undefined
    const { keys, config } = ctx.platform
    const whole = {
      ...data,
      link: `${config.baseUrl}/app/${page}#token=${keys.seal(kind, ctx.tenantId, linkId)}`,
      code: keys.digits(ctx.tenantId, linkId),
    }
    return { to, mail: render(template, whole, mailLanguage(language)) }
  }

const render = (template: string, data: object, language: MailLanguage): RenderedMail => {
  if (!Object.hasOwn(templates, template)) throw new TypeError(`There is no mail ${template}`)
  const name = template as TemplateName
  return renderMail(name, data as TemplateData<typeof name>, language)
}

const taskLink = (ctx: TenantContext, taskId: string): string =>
  `${ctx.platform.config.baseUrl}/app/work/tasks/${taskId}`

/** What a person may do without is told when they want it, and what is not urgent outside of their quiet hours. */
const holdFor = (reader: Recipient, now: Date): Held | undefined => {
  const { quietHours } = reader.preferences
  const until = quietHours ? quietUntil(quietHours, reader.timeZone, now) : undefined
  return until && { heldFor: reader.id, until }
}

const taskMail =
  (kind: NotificationKind, wanted: (task: TaskFacts, userId: string) => boolean): Prepare =>
  async (ctx, { template, data }) => {
    const [userId, taskId] = [text(data, 'userId'), text(data, 'taskId')]
    const reader = await readReader(ctx, userId)
    const task = await readTask(ctx, taskId)
    if (!reader || !task || task.merged || task.status === 'DONE' || !wanted(task, userId)) return undefined
    if (!wantsMail(reader.preferences, kind)) return undefined
    const held = task.priority === 'URGENT' ? undefined : holdFor(reader, ctx.now)
    if (held) return held
    const facts = {
      number: task.number,
      title: task.title,
      priority: task.priority,
      timeZone: task.timeZone,
      createdAt: task.createdAt.toISOString(),
      link: taskLink(ctx, taskId),
      ...given('room', task.room),
      ...given('building', task.building),
      ...given('dueAt', task.dueAt?.toISOString()),
      ...given('assignee', task.assigneeName),
    }
    return { to: reader.email, mail: render(template, facts, mailLanguage(reader.language)) }
  }

const alertNotice: Prepare = async (ctx, { data }) => {
  const [feedbackId, category] = [text(data, 'feedbackId'), text(data, 'category')]
  const reader = await readReader(ctx, text(data, 'userId'))
  const [row] = await ctx.run<{
    amenity_id: string
    rating: number | null
    room: string
    building: string
    time_zone: string
    created_at: Date
  }>(
    `select f.amenity_id, f.rating, f.created_at, a.name as room, b.name as building, b.time_zone
     from feedback f join amenity a on a.tenant_id = $1 and a.id = f.amenity_id
     join building b on b.tenant_id = $1 and b.id = a.building_id
     where f.tenant_id = $1 and f.id = $2`,
    [ctx.tenantId, feedbackId],
  )
  // A rule wants people told at once: quiet hours do not hold it.
  if (!reader || !row || !wantsMail(reader.preferences, 'alert')) return undefined
  const notice: TemplateData<'alert-notice'> = {
    rule: text(data, 'ruleName'),
    category: await problemTitle(ctx, row.amenity_id, category),
    room: row.room,
    building: row.building,
    reportedAt: row.created_at.toISOString(),
    timeZone: row.time_zone,
    link: `${ctx.platform.config.baseUrl}/app/feedback/${feedbackId}`,
    ...given('rating', row.rating),
  }
  return { to: reader.email, mail: renderMail('alert-notice', notice, mailLanguage(reader.language)) }
}

const placeOf = async (
  ctx: TenantContext,
  amenityId: string,
): Promise<{ room: string; building: string } | undefined> => {
  const [row] = await ctx.run<{ room: string; building: string }>(
    `select a.name as room, b.name as building from amenity a join building b on b.tenant_id = $1 and b.id = a.building_id
     where a.tenant_id = $1 and a.id = $2`,
    [ctx.tenantId, amenityId],
  )
  return row
}

const visitorOutcome: Prepare = async (ctx, { data }) => {
  const feedbackId = text(data, 'feedbackId')
  const [reader] = await outcomeAddresses(ctx, [feedbackId])
  const place = reader && (await placeOf(ctx, reader.amenityId))
  if (!reader || !place) return undefined
  const tasks = (await tasksOfFeedback(ctx, [feedbackId])).get(feedbackId) ?? []
  const { keys, config } = ctx.platform
  const common = {
    ...place,
    link: `${config.baseUrl}/t/${keys.seal('tracking', ctx.tenantId, feedbackId)}`,
    stopLink: `${config.baseUrl}/m/${keys.seal('subscription', ctx.tenantId, feedbackId)}`,
  }
  const language = mailLanguage(reader.language)
  if (data.outcome === 'REPLY') {
    const reply = tasks.flatMap(({ replies }) => replies).find(({ noteId }) => noteId === data.noteId)
    return (
      reply && {
        to: reader.email,
        mail: renderMail('visitor-outcome', { ...common, outcome: 'REPLY', reply: reply.text }, language),
      }
    )
  }
  // Opened again before the mail could leave.
  if (tasks.some(({ status }) => status !== 'DONE')) return undefined
  return {
    to: reader.email,
    mail: renderMail('visitor-outcome', { ...common, outcome: 'FIXED' }, language),
    afterwards: async (later) => void (await eraseOutcomeAddress(later, feedbackId)),
  }
}

const subscriptionConfirm: Prepare = async (ctx, { data, language }) => {
  const found = await findSubscription(ctx, text(data, 'subscriptionId'))
  if (!found || found.confirmed) return undefined
  const link = `${ctx.platform.config.baseUrl}/m/${ctx.platform.keys.seal('subscription', ctx.tenantId, found.id)}`
  return {
    to: found.email,
    mail: renderMail(
      'subscription-confirm',
      { room: found.amenity, building: found.building, link },
      mailLanguage(language),
    ),
  }
}

const exportReady: Prepare = async (ctx, { data }) => {
  const reader = await readReader(ctx, text(data, 'userId'))
  const [row] = await ctx.run<{ expires_at: Date; name: string; time_zone: string }>(
    `select e.expires_at, t.name, t.time_zone from data_export e join tenant t on t.id = $1
     where e.tenant_id = $1 and e.id = $2 and e.state = 'DONE' and e.expires_at > $3`,
    [ctx.tenantId, text(data, 'exportId'), ctx.now],
  )
  if (!row || !reader?.roles.includes('ADMIN')) return undefined
  const ready: TemplateData<'export-ready'> = {
    organisation: row.name,
    expiresAt: row.expires_at.toISOString(),
    timeZone: row.time_zone,
    link: `${ctx.platform.config.baseUrl}/app/settings/data`,
  }
  return { to: reader.email, mail: renderMail('export-ready', ready, mailLanguage(reader.language)) }
}

const isState = (value: string): value is OperationalState =>
  (operationalStates as readonly string[]).includes(value)

const statusChanged: Prepare = async (ctx, { data }) => {
  const found = await findSubscription(ctx, text(data, 'subscriptionId'))
  const state = text(data, 'state')
  if (!found?.confirmed || found.qrCode === null || !isState(state)) return undefined
  const [item] = await ctx.run<{
    name: string
    note: string | null
    expected_end: Date | null
    state: string
    items: number
  }>(
    `select i.name, i.note, i.expected_end, i.state,
            (select count(*) from status_item o where o.tenant_id = $1 and o.amenity_id = i.amenity_id and o.visible) as items
     from status_item i where i.tenant_id = $1 and i.id = $2 and i.visible`,
    [ctx.tenantId, text(data, 'itemId')],
  )
  // It has changed again: that mail tells it better.
  if (!item || item.state !== state) return undefined
  const { keys, config } = ctx.platform
  const changed: TemplateData<'status-changed'> = {
    room: found.amenity,
    building: found.building,
    state,
    timeZone: found.timeZone,
    link: `${config.baseUrl}/status/${found.qrCode}`,
    stopLink: `${config.baseUrl}/m/${keys.seal('subscription', ctx.tenantId, found.id)}`,
    ...given('item', item.items > 1 ? item.name : undefined),
    ...given('note', item.note),
    ...given('expectedEnd', item.expected_end?.toISOString()),
  }
  return { to: found.email, mail: renderMail('status-changed', changed, mailLanguage(found.language)) }
}

/** Mails to visitors: there may be thousands at once, and nobody of the team shall wait behind them. */
const forVisitors: Readonly<Record<string, Prepare>> = {
  'visitor-outcome': visitorOutcome,
  'subscription-confirm': subscriptionConfirm,
  'status-changed': statusChanged,
}

const forTeam: Readonly<Record<string, Prepare>> = {
  'sign-in': accountLink('sign-in', 'sign-in'),
  invitation: accountLink('invitation', 'welcome'),
  'password-reset': accountLink('reset', 'reset'),
  'task-assigned': taskMail('taskAssigned', (task, userId) => task.assigneeId === userId),
  'task-new': taskMail('taskNew', (task) => task.assigneeId === null),
  'urgent-task': taskMail('urgentTask', () => true),
  'alert-notice': alertNotice,
  'export-ready': exportReady,
}

export const isForVisitors = (template: string): boolean => Object.hasOwn(forVisitors, template)

/** Undefined where nobody is to be told any more. @throws TypeError for a request that no mail can be made of */
export const prepareMail: Prepare = async (ctx, payload) => {
  const prepare = { ...forTeam, ...forVisitors }[payload.template]
  if (prepare) return prepare(ctx, payload)
  // Any other mail brings all its data.
  return payload.to === null
    ? undefined
    : { to: payload.to, mail: render(payload.template, payload.data, mailLanguage(payload.language)) }
}
