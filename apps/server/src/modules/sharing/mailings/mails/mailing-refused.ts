import { Type } from 'typebox'
import { Id } from '#contracts/kit/text.ts'
import type { MailRefusal } from '#contracts/sharing/mailings.ts'
import { defineDeskMail } from '#server/platform/mail/define.ts'
import { type DeskLanguage, inertName, layout } from '#server/platform/mail/layout.ts'
import { readReader } from '#server/platform/mail/members.ts'
import { maxBounces } from '../mailing-row.ts'

interface Refused {
  readonly mailing: string
  /** addresses that are refused, and why */
  readonly refusing: readonly { readonly email: string; readonly refusal: MailRefusal }[]
  /** number of recipients who still get it */
  readonly left: number
  /** BASE_URL/app/mailings; null for a reader who is no administrator */
  readonly link: string | null
}

interface RefusedMailingRow {
  name: string
  email: string
  refusal: MailRefusal | null
  bounces: number
  confirmed: boolean
}

const text = `select m.name, r.email, r.refusal, r.bounces, r.confirmed_at is not null as confirmed
  from mailing m join mailing_recipient r on r.tenant_id = $1 and r.mailing_id = m.id
  where m.tenant_id = $1 and m.id = $2 order by r.email`

const reasons: Readonly<Record<DeskLanguage, Readonly<Record<MailRefusal, string>>>> = {
  en: {
    ADDRESS: 'this address does not exist',
    MAILBOX: 'the mailbox is full or closed',
    SIZE: 'the email is too large',
    POLICY: 'the server does not accept these emails',
    OTHER: 'the server gave no reason',
  },
  de: {
    ADDRESS: 'diese Adresse gibt es nicht',
    MAILBOX: 'das Postfach ist voll oder geschlossen',
    SIZE: 'die E-Mail ist zu groß',
    POLICY: 'der Server nimmt solche E-Mails nicht an',
    OTHER: 'der Server nannte keinen Grund',
  },
}

/** Reports recipients who no longer get a mailing because their servers refuse it. */
export const mailingRefused = defineDeskMail({
  name: 'mailing-refused',
  data: Type.Object({ userId: Id, mailingId: Id }),
  prepare: async (ctx, { userId, mailingId }) => {
    const reader = await readReader(ctx, userId)
    const rows = await ctx.run<RefusedMailingRow>(text, [ctx.tenantId, mailingId])
    const refusing = rows.filter(({ bounces }) => bounces >= maxBounces)
    const [first] = refusing
    // Fixed or removed before this was sent.
    if (!reader || !first) return undefined
    return {
      to: reader.email,
      language: reader.language,
      facts: {
        mailing: first.name,
        refusing: refusing.map(({ email, refusal }) => ({ email, refusal: refusal ?? 'OTHER' })),
        left: rows.filter(({ bounces, confirmed }) => confirmed && bounces < maxBounces).length,
        link: reader.roles.includes('ADMIN') ? `${ctx.platform.config.baseUrl}/app/mailings` : null,
      },
    }
  },
  sample: (base, language): Refused => ({
    mailing: { en: 'Monday figures', de: 'Kennzahlen am Montag' }[language],
    refusing: [{ email: 'owner@example.com', refusal: 'ADDRESS' }],
    left: 3,
    link: `${base}/app/mailings`,
  }),
  words: ({ mailing, refusing, left, link }: Refused, language) => {
    const name = inertName(mailing)
    const count = refusing.length
    const words = {
      en: {
        subject: left === 0 ? `Nobody gets “${name}” any more` : `Emails of “${name}” are being rejected`,
        heading: left === 0 ? 'A mailing reaches nobody' : 'A mailing does not reach everybody',
        lead: `${count === 1 ? 'The server of one recipient has' : `The servers of ${count} recipients have`} rejected three emails of “${name}” in a row. No more are sent to ${count === 1 ? 'this address' : 'these addresses'} for now.`,
        rest:
          left === 0
            ? 'Nobody else gets it.'
            : `${left === 1 ? 'One other recipient still gets it' : `${left} other recipients still get it`}.`,
        more:
          link === null
            ? 'An administrator can correct the addresses and resume the mailing.'
            : 'Correct the addresses, then resume the mailing: it tries them again.',
        button: 'Open the mailings',
        footer:
          'You get this email because you created this mailing or are an administrator of this organisation.',
      },
      de: {
        subject: left === 0 ? `„${name}“ erreicht niemanden mehr` : `E-Mails von „${name}“ werden abgelehnt`,
        heading:
          left === 0
            ? 'Ein Bericht per E-Mail erreicht niemanden'
            : 'Ein Bericht per E-Mail erreicht nicht alle',
        lead: `${count === 1 ? 'Der Server eines Empfängers hat' : `Die Server von ${count} Empfängern haben`} drei E-Mails von „${name}“ in Folge abgelehnt. ${count === 1 ? 'Dorthin geht' : 'Dorthin gehen'} vorerst keine mehr.`,
        rest:
          left === 0
            ? 'Sonst bekommt ihn niemand.'
            : left === 1
              ? 'Ein anderer Empfänger bekommt ihn weiterhin.'
              : `${left} andere Empfänger bekommen ihn weiterhin.`,
        more:
          link === null
            ? 'Wer die Organisation verwaltet, kann die Adressen berichtigen und den Bericht fortsetzen.'
            : 'Berichtigen Sie die Adressen und setzen Sie den Bericht fort: Dann werden sie erneut versucht.',
        button: 'Berichte per E-Mail öffnen',
        footer:
          'Sie erhalten diese E-Mail, weil Sie diesen Bericht angelegt haben oder diese Organisation verwalten.',
      },
    }[language]
    return layout({
      language,
      subject: words.subject,
      heading: words.heading,
      blocks: [
        { kind: 'text', text: words.lead },
        {
          kind: 'facts',
          rows: refusing.map(({ email, refusal }) => ({ label: email, value: reasons[language][refusal] })),
        },
        { kind: 'text', text: words.rest },
        { kind: 'text', text: words.more },
        ...(link === null ? [] : [{ kind: 'button' as const, label: words.button, url: link }]),
      ],
      footer: words.footer,
    })
  },
})
