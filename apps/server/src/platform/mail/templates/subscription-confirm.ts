import { layout, type MailLanguage, type RenderedMail } from '../layout.ts'
import { whereFacts } from '../words.ts'

export interface SubscriptionConfirmData {
  /** the amenity's name */
  readonly room: string
  readonly building: string
  /** BASE_URL/m/TOKEN */
  readonly link: string
}

/** Asks whether the owner of the address wants status mails; until they say so, none is sent. */
export function subscriptionConfirm(data: SubscriptionConfirmData, language: MailLanguage): RenderedMail {
  const words = {
    en: {
      subject: `Confirm: status mails for ${data.room}`,
      heading: 'Do you want to hear when it changes?',
      lead: 'Confirm, and we mail you when the status of this place changes.',
      button: 'Confirm',
      footer:
        'Somebody entered this address on a status page. If that was not you, you need not do anything: no further mail is sent.',
    },
    de: {
      subject: `Bitte bestätigen: Status-Mails zu ${data.room}`,
      heading: 'Möchten Sie hören, wenn sich etwas ändert?',
      lead: 'Bestätigen Sie, dann schreiben wir Ihnen, wenn sich der Status dieses Ortes ändert.',
      button: 'Bestätigen',
      footer:
        'Jemand hat diese Adresse auf einer Statusseite eingetragen. Waren Sie das nicht, müssen Sie nichts tun: Es kommt keine weitere Mail.',
    },
  }[language]
  return layout({
    language,
    subject: words.subject,
    heading: words.heading,
    blocks: [
      { kind: 'text', text: words.lead },
      { kind: 'facts', rows: whereFacts(data, language) },
      { kind: 'button', label: words.button, url: data.link },
    ],
    footer: words.footer,
  })
}
