/**
 * An email belongs to the module that sends it: the data of its request, how it is prepared, its texts. Requests
 * contain ids only; names, addresses and links are read when it is sent, so that no secret or visitor address waits
 * in the database, and people who left or unsubscribed meanwhile get nothing.
 */
import type { Static, TSchema } from 'typebox'
import type { EventPayload } from '#contracts/events.ts'
import type { Addressed, MailKind, Mails, TenantContext } from '../context.ts'
import { emitAll } from '../events/emit.ts'
import { validatorOf } from '../gate/validate.ts'
import type { PushRequest } from '../push/note.ts'
import { type MailLanguage, mailLanguage, type RenderedMail } from './layout.ts'
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
  /**
   * Returns undefined if nobody is to be notified any more.
   * @param instead the push was tried, so only the email is sent
   */
  readonly prepare: (
    ctx: TenantContext,
    data: Static<Data>,
    instead: boolean,
  ) => Promise<PreparedMail<Facts> | undefined>
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
    if (!validatorOf(schema)(data)) throw new TypeError(`A request for the email ${name} has invalid data`)
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

/** Requests one email for each of these data, in the transaction of their cause. */
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
