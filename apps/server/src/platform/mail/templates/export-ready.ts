import { layout, type MailLanguage, type RenderedMail } from '../layout.ts'
import { moment } from '../words.ts'

export interface ExportReadyData {
  /** the tenant's name */
  readonly organisation: string
  /** ISO 8601, shown in `timeZone` */
  readonly expiresAt: string
  /** IANA, of the tenant */
  readonly timeZone: string
  /** the page with the export, behind the sign-in */
  readonly link: string
}

/** Tells who asked for an export that it can be fetched; the file itself is never mailed. */
export function exportReady(data: ExportReadyData, language: MailLanguage): RenderedMail {
  const words = {
    en: {
      subject: 'Your export is ready',
      heading: 'Your export is ready',
      lead: 'The file holds everything that your organisation keeps here: places, tasks, feedback, photos and people. Sign in and download it.',
      organisation: 'Organisation',
      until: 'Available until',
      button: 'Go to the export',
      footer:
        'You get this mail because you asked for the export. Keep the file as carefully as the data in it.',
    },
    de: {
      subject: 'Ihr Export ist fertig',
      heading: 'Ihr Export ist fertig',
      lead: 'Die Datei enthält alles, was Ihre Organisation hier aufbewahrt: Orte, Aufgaben, Rückmeldungen, Fotos und Personen. Melden Sie sich an und laden Sie sie herunter.',
      organisation: 'Organisation',
      until: 'Verfügbar bis',
      button: 'Zum Export',
      footer:
        'Sie erhalten diese Mail, weil Sie den Export angefordert haben. Bewahren Sie die Datei so sorgfältig auf wie die Daten darin.',
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
          { label: words.organisation, value: data.organisation },
          { label: words.until, value: moment(data.expiresAt, data.timeZone, language) },
        ],
      },
      { kind: 'button', label: words.button, url: data.link },
    ],
    footer: words.footer,
  })
}
