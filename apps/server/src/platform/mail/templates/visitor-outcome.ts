import { type Block, layout, type MailLanguage, type RenderedMail } from '../layout.ts'
import { whereFacts } from '../words.ts'

/** What became of a visitor's report. It holds no name of anybody in the team, and there is no field for one. */
export type VisitorOutcomeData = {
  /** the amenity's name */
  readonly room: string
  readonly building: string
  /** BASE_URL/t/TOKEN: follow the report, say whether it is fixed */
  readonly link: string
  /** BASE_URL/m/TOKEN: no more mails about this report */
  readonly stopLink: string
} & ({ readonly outcome: 'FIXED' } | { readonly outcome: 'REPLY'; readonly reply: string })

export function visitorOutcome(data: VisitorOutcomeData, language: MailLanguage): RenderedMail {
  const words = {
    en: {
      FIXED: {
        subject: `Fixed: ${data.room}`,
        heading: 'What you reported is fixed',
        lead: 'The team says it is done. Is it? If not, say so on the page, and the task is opened again.',
        button: 'Say whether it is fixed',
      },
      REPLY: {
        subject: `A reply to your report: ${data.room}`,
        heading: 'A reply to your report',
        lead: 'The team has written to you:',
        button: 'Open your report',
      },
      footer: 'You left this address to hear what becomes of your report. It is used for nothing else.',
      stop: 'No more mails about this report',
    },
    de: {
      FIXED: {
        subject: `Behoben: ${data.room}`,
        heading: 'Was Sie gemeldet haben, ist behoben',
        lead: 'Das Team meldet: erledigt. Stimmt das? Wenn nicht, sagen Sie es auf der Seite, dann wird die Aufgabe wieder geöffnet.',
        button: 'Sagen, ob es behoben ist',
      },
      REPLY: {
        subject: `Antwort auf Ihre Meldung: ${data.room}`,
        heading: 'Eine Antwort auf Ihre Meldung',
        lead: 'Das Team hat Ihnen geschrieben:',
        button: 'Ihre Meldung öffnen',
      },
      footer:
        'Sie haben diese Adresse angegeben, um zu erfahren, was aus Ihrer Meldung wird. Sie dient keinem anderen Zweck.',
      stop: 'Keine Mails mehr zu dieser Meldung',
    },
  }[language]
  const said = words[data.outcome]
  const reply: Block[] = data.outcome === 'REPLY' ? [{ kind: 'quote', text: data.reply }] : []
  return layout({
    language,
    subject: said.subject,
    heading: said.heading,
    blocks: [
      { kind: 'text', text: said.lead },
      ...reply,
      { kind: 'facts', rows: whereFacts(data, language) },
      { kind: 'button', label: said.button, url: data.link },
    ],
    footer: words.footer,
    stop: { label: words.stop, url: data.stopLink },
  })
}
