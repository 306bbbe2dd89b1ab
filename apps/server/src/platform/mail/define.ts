/**
 * An email belongs to the module that sends it: the data of its request, how it is prepared, its texts. Requests
 * contain ids only; names, addresses and links are read when it is sent, so that no secret or visitor address waits
 * in the database, and people who left or unsubscribed meanwhile get nothing.
 */
import type { Static, TSchema } from 'typebox'
import type { EventPayload } from '#contracts/events.ts'
import { mailLanguages } from '#contracts/settings.ts'
import type { Addressed, Delayed, MailKind, Mails, TenantContext } from '../context.ts'
import { validatorOf } from '../gate/validate.ts'
import { newId } from '../ids.ts'
import { type NewMessage, put } from '../outbox/put.ts'
import type { PushRequest } from '../push/note.ts'
import {
  type DeskLanguage,
  deskLanguage,
  deskLanguages,
  type MailLanguage,
  mailLanguage,
  type RenderedMail,
} from './layout.ts'
import type { Attachment } from './message.ts'

export type MailRequest = EventPayload<'internal.mail_requested'>

interface PreparedMail<Facts> extends Addressed {
  /** preferred language tag of the reader */
  readonly language: string | null
  /** content of the email; undefined: no email now */
  readonly facts: Facts | undefined
  readonly attachments?: readonly Attachment[]
  /** a push, with the email that follows if no device confirms it */
  readonly push?: PushRequest | undefined
}

interface MailDefinition<Data extends TSchema, Facts> {
  /** stored in requests, which outlive a version, so it must not change */
  readonly name: string
  /** schema of the request data */
  readonly data: Data
  /** low priority: there may be thousands at once, and emails to members go first */
  readonly forVisitors?: boolean
  /** default: all */
  readonly languages?: readonly MailLanguage[]
  /**
   * Returns undefined if nobody is to be notified any more, or until when it has to wait.
   * @param instead the push was tried, so only the email is sent
   */
  readonly prepare: (
    ctx: TenantContext,
    data: Static<Data>,
    instead: boolean,
  ) => Promise<PreparedMail<Facts> | Delayed | undefined>
  readonly words: (facts: Facts, language: MailLanguage) => RenderedMail
  /** sample facts for previews and tests; links start with `base` */
  readonly sample: (base: string, language: MailLanguage) => NoInfer<Facts>
}

export interface DefinedMail<Data extends TSchema, Facts> extends MailKind {
  readonly data: Data
  readonly words: (facts: Facts, language: MailLanguage) => RenderedMail
  readonly sample: (base: string, language: MailLanguage) => NoInfer<Facts>
}

export const defineMail = <Data extends TSchema, Facts>({
  name,
  data: schema,
  forVisitors = false,
  languages = mailLanguages,
  prepare,
  words,
  sample,
}: MailDefinition<Data, Facts>): DefinedMail<Data, Facts> => ({
  name,
  data: schema,
  forVisitors,
  languages,
  words,
  sample,
  preview: (base, language) => words(sample(base, language), language),
  make: async (ctx, data, instead = false) => {
    if (!validatorOf(schema)(data)) throw new TypeError(`A request for the email ${name} has invalid data`)
    const prepared = await prepare(ctx, data as Static<Data>, instead)
    if (!prepared || 'until' in prepared) return prepared
    const { facts, language, to, push, attachments, afterwards } = prepared
    if (facts === undefined && !push) return undefined
    return {
      ...(facts === undefined
        ? {}
        : { mail: { to, ...words(facts, mailLanguage(language)), ...(attachments ? { attachments } : {}) } }),
      ...(push ? { push } : {}),
      ...(afterwards ? { afterwards } : {}),
    }
  },
})

interface DeskMailDefinition<Data extends TSchema, Facts>
  extends Omit<MailDefinition<Data, Facts>, 'words' | 'sample' | 'languages'> {
  readonly words: (facts: Facts, language: DeskLanguage) => RenderedMail
  readonly sample: (base: string, language: DeskLanguage) => NoInfer<Facts>
}

/** An email in the languages of the desk only; readers of other languages get English. */
export const defineDeskMail = <Data extends TSchema, Facts>({
  words,
  sample,
  ...rest
}: DeskMailDefinition<Data, Facts>): DefinedMail<Data, Facts> =>
  defineMail<Data, Facts>({
    ...rest,
    languages: deskLanguages,
    words: (facts, language) => words(facts, deskLanguage(language)),
    sample: (base, language) => sample(base, deskLanguage(language)),
  })

interface PushDefinition<Data extends TSchema> extends Pick<MailDefinition<Data, never>, 'name' | 'data'> {
  /** Returns undefined if nobody is to be notified any more, or until when it has to wait. */
  readonly prepare: (
    ctx: TenantContext,
    data: Static<Data>,
  ) => Promise<Omit<PushRequest, 'orMail'> | Delayed | undefined>
}

/** A notification that no email follows; it is asked for as an email is. */
export const definePush = <Data extends TSchema>({ name, data: schema, prepare }: PushDefinition<Data>) => ({
  name,
  data: schema,
  forVisitors: false,
  make: async (ctx: TenantContext, data: unknown) => {
    if (!validatorOf(schema)(data)) throw new TypeError(`A request for the push ${name} has invalid data`)
    const prepared = await prepare(ctx, data as Static<Data>)
    return !prepared || 'until' in prepared ? prepared : { push: { ...prepared, orMail: null } }
  },
})

/** What a request needs to know of its email. */
export type Requested<Data extends TSchema = TSchema> = Pick<MailKind, 'name' | 'forVisitors'> & {
  readonly data: Data
}

interface Timing {
  /** default: now */
  readonly dueAt?: Date
  /** those to one person with the same key are sent as one: the `items` of their data are joined */
  readonly gather?: string
}

/** Emails to visitors have a queue of their own, so that those to the team do not wait behind them. */
export const mailChannel = 'mails'
export const visitorChannel = 'mails.visitors'
/** One destination, so that thousands of visitors do not take all places of a process. */
const visitors = 'visitors'

/** The person that a request names, who gets one email after the other. */
const personIn = (data: unknown): string | undefined =>
  typeof data === 'object' && data !== null && 'userId' in data && typeof data.userId === 'string'
    ? data.userId
    : undefined

/** Messages of the outbox by the channel of this email. */
export const messagesFor = (
  ctx: TenantContext,
  { name: kind, forVisitors }: Pick<MailKind, 'name' | 'forVisitors'>,
  each: readonly unknown[],
): { readonly channel: string; readonly messages: readonly NewMessage[] } => ({
  channel: forVisitors ? visitorChannel : mailChannel,
  messages: each.map((subject) => {
    const id = newId(ctx.now.getTime())
    return { id, destination: forVisitors ? visitors : (personIn(subject) ?? id), kind, subject }
  }),
})

/** Requests one email for each of these data, in the transaction of their cause. */
export const askEach = async <Data extends TSchema>(
  ctx: TenantContext,
  mail: Requested<Data>,
  each: readonly Static<Data>[],
  timing: Timing = {},
): Promise<void> => {
  const { channel, messages } = messagesFor(ctx, mail, each)
  await put(
    ctx,
    channel,
    messages.map((message) => ({ ...message, ...timing })),
  )
}

export const ask = <Data extends TSchema>(
  ctx: TenantContext,
  mail: Requested<Data>,
  data: Static<Data>,
): Promise<void> => askEach(ctx, mail, [data])

/** A request of an older version. */
interface OldMailRequest {
  readonly template: string
  readonly to: string | null
  readonly language: string
  readonly data: MailRequest['data']
}

export const requestOf = (payload: MailRequest | OldMailRequest): MailRequest =>
  'mail' in payload
    ? payload
    : { mail: payload.template, data: { to: payload.to, language: payload.language, ...payload.data } }

/** @throws Error where two have the same name */
export const mailsByName = (mails: readonly MailKind[]): Mails => {
  const found = new Map<string, MailKind>()
  for (const mail of mails) {
    if (found.has(mail.name)) throw new Error(`Two emails have the name ${mail.name}`)
    found.set(mail.name, mail)
  }
  return found
}
