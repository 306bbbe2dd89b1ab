import { groupedCode } from '#server/platform/qr-code.ts'
import { layout, type MailLanguage, type RenderedMail } from '../layout.ts'
import { moment } from '../words.ts'

export interface UnlinkedStickerData {
  /** the sticker's code, in the 20 characters of the database */
  readonly code: string
  /** ISO 8601, shown in `timeZone` */
  readonly scannedAt: string
  /** IANA, of the tenant */
  readonly timeZone: string
  /** where an admin links the code to an amenity */
  readonly link: string
}

/** Tells admins that a sticker hangs somewhere but leads nowhere. */
export function unlinkedSticker(data: UnlinkedStickerData, language: MailLanguage): RenderedMail {
  const words = {
    en: {
      subject: 'A sticker was scanned that is not linked yet',
      heading: 'A sticker leads nowhere',
      lead: 'Somebody scanned this sticker, but it is not linked to a place. Visitors now see a kind page, yet cannot report anything. Link it, and it works at once.',
      code: 'Code',
      at: 'Scanned',
      button: 'Link the sticker',
      footer: 'You get this mail because you administer this team.',
    },
    de: {
      subject: 'Ein Aufkleber wurde gescannt, der noch nicht verknüpft ist',
      heading: 'Ein Aufkleber führt ins Leere',
      lead: 'Jemand hat diesen Aufkleber gescannt, er ist aber mit keinem Ort verknüpft. Besucher sehen eine freundliche Seite, können aber nichts melden. Verknüpfen Sie ihn, dann gilt er sofort.',
      code: 'Code',
      at: 'Gescannt',
      button: 'Aufkleber verknüpfen',
      footer: 'Sie erhalten diese Mail, weil Sie dieses Team verwalten.',
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
        rows: [
          { label: words.code, value: groupedCode(data.code) },
          { label: words.at, value: moment(data.scannedAt, data.timeZone, language) },
        ],
      },
      { kind: 'button', label: words.button, url: data.link },
    ],
    footer: words.footer,
  })
}
