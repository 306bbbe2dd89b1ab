import { layout, type MailLanguage, type RenderedMail } from '../layout.ts'
import { moment } from '../words.ts'

export interface SessionEndedData {
  /** e.g. "Firefox on Android"; left out where it is not known */
  readonly device?: string
  /** ISO 8601, shown in `timeZone` */
  readonly at: string
  /** IANA, of the person or the tenant */
  readonly timeZone: string
  /** BASE_URL/app/sign-in */
  readonly link: string
}

/** A spent refresh token came back: the device was signed out, and its owner is told why. */
export function sessionEnded(
  { device, at, timeZone, link }: SessionEndedData,
  language: MailLanguage,
): RenderedMail {
  const words = {
    en: {
      heading: 'We signed out one of your devices',
      lead: 'A key of this session was used a second time. That can be a fault of the network, or somebody who copied it. To be safe we ended the session; your other devices stay signed in.',
      device: 'Device',
      at: 'When',
      button: 'Sign in again',
      footer:
        'If this happens again, or you do not know the device, please change your password and end your other sessions in your profile.',
    },
    de: {
      heading: 'Wir haben eines Ihrer Geräte abgemeldet',
      lead: 'Ein Schlüssel dieser Sitzung wurde ein zweites Mal benutzt. Das kann ein Fehler des Netzes sein oder jemand, der ihn kopiert hat. Zur Sicherheit haben wir die Sitzung beendet; Ihre anderen Geräte bleiben angemeldet.',
      device: 'Gerät',
      at: 'Wann',
      button: 'Wieder anmelden',
      footer:
        'Kommt das noch einmal vor oder kennen Sie das Gerät nicht, ändern Sie bitte Ihr Passwort und beenden Sie in Ihrem Profil die anderen Sitzungen.',
    },
  }[language]
  return layout({
    language,
    subject: words.heading,
    heading: words.heading,
    blocks: [
      { kind: 'text', text: words.lead },
      {
        kind: 'facts',
        rows: [
          ...(device === undefined ? [] : [{ label: words.device, value: device }]),
          { label: words.at, value: moment(at, timeZone, language) },
        ],
      },
      { kind: 'button', label: words.button, url: link },
    ],
    footer: words.footer,
  })
}
