/**
 * A mail belongs to the module that sends it: what a request for it says, how it is prepared, its words. Requests hold
 * ids; names, addresses and links are read or derived when the mail leaves: so no secret and no visitor's address waits
 * in the database, and who has left or unsubscribed meanwhile gets nothing.
 */
import type { Static, TSchema } from 'typebox'
import type { EventPayload } from '#contracts/events.ts'
import type { TenantContext } from '../context.ts'
import { emitAll } from '../events/emit.ts'
import { validatorOf } from '../gate/validate.ts'
import type { PushRequest } from '../push/deliver.ts'
import { type MailLanguage, mailLanguage, type RenderedMail } from './layout.ts'
import type { Attachment, Refusal } from './message.ts'

export type MailRequest = EventPayload<'internal.mail_requested'>

interface Addressed {
  readonly to: string
  /** in the transaction that notes that the mail has left, or will never be taken */
  readonly afterwards?: (ctx: TenantContext, outcome: 'SENT' | { readonly refused: Refusal }) => Promise<void>
}

interface PreparedMail<Facts> extends Addressed {
  /** what its reader prefers, a language tag */
  readonly language: string | null
  /** what the mail tells; undefined where nothing is to be mailed now */
  readonly facts: Facts | undefined
  readonly attachments?: readonly Attachment[]
  /** what is told by push, with the mail that follows where nothing confirms it */
  readonly push?: PushRequest | undefined
}

/** A mail, a notification, or of several matters some in this way and some in that. */
export interface ReadyMail {
  readonly mail?: RenderedMail & Pick<Addressed, 'to'> & { readonly attachments?: readonly Attachment[] }
  readonly push?: PushRequest
  readonly afterwards?: Addressed['afterwards']
}

interface MailDefinition<Data extends TSchema, Facts> {
  /** stands in requests, which outlive a version */
  readonly name: string
  /** what a request says */
  readonly data: Data
  /** there may be thousands at once, and nobody of the team waits behind them */
  readonly forVisitors?: boolean
  /**
   * Undefined where nobody is to be told any more.
   * @param instead by mail and not by push, since that was tried
   */
  readonly prepare: (
    ctx: TenantContext,
    data: Static<Data>,
    instead: boolean,
  ) => Promise<PreparedMail<Facts> | undefined>
  readonly words: (facts: Facts, language: MailLanguage) => RenderedMail
  /** plausible facts, for previews and the tests; links begin with `base` */
  readonly sample: (base: string, language: MailLanguage) => NoInfer<Facts>
}

/** A mail of any data. */
export interface MailKind {
  readonly name: string
  readonly forVisitors: boolean
  /** as it would look with plausible facts */
  readonly preview: (base: string, language: MailLanguage) => RenderedMail
  /** @throws TypeError for a request that no mail can be made of */
  readonly make: (ctx: TenantContext, data: unknown, instead?: boolean) => Promise<ReadyMail | undefined>
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
  prepare,
  words,
  sample,
}: MailDefinition<Data, Facts>): DefinedMail<Data, Facts> => ({
  name,
  data: schema,
  forVisitors,
  words,
  sample,
  preview: (base, language) => words(sample(base, language), language),
  make: async (ctx, data, instead = false) => {
    if (!validatorOf(schema)(data))
      throw new TypeError(`A request for the mail ${name} lacks what it is about`)
    const prepared = await prepare(ctx, data as Static<Data>, instead)
    if (!prepared) return undefined
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

/** Asks for one mail for each of these data, in the transaction of their cause. */
export const askEach = <Data extends TSchema>(
  ctx: TenantContext,
  { name: mail }: { readonly name: string; readonly data: Data },
  each: readonly Static<Data>[],
): Promise<void> =>
  emitAll(
    ctx,
    'internal.mail_requested',
    each.map((data) => ({ mail, data: data as MailRequest['data'] })),
  )

export const ask = <Data extends TSchema>(
  ctx: TenantContext,
  mail: { readonly name: string; readonly data: Data },
  data: Static<Data>,
): Promise<void> => askEach(ctx, mail, [data])

/** As a version from before asked. */
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

export type Mails = ReadonlyMap<string, MailKind>

/** @throws Error where two have the same name */
export const mailsByName = (mails: readonly MailKind[]): Mails => {
  const found = new Map<string, MailKind>()
  for (const mail of mails) {
    if (found.has(mail.name)) throw new Error(`Two mails have the name ${mail.name}`)
    found.set(mail.name, mail)
  }
  return found
}
