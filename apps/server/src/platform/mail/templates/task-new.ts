import { layout, type MailLanguage, type RenderedMail } from '../layout.ts'
import { dueFact, type MailPriority, priorityFact, taskFact, whereFacts } from '../words.ts'

export interface TaskNewData {
  readonly number: number
  readonly title: string
  readonly priority: MailPriority
  readonly room?: string
  readonly building?: string
  /** ISO 8601, shown in `timeZone` */
  readonly dueAt?: string
  /** IANA, of the building or the tenant */
  readonly timeZone: string
  /** BASE_URL/app/work/tasks/ID */
  readonly link: string
}

/** Tells those who may take it of a task that is nobody's yet. */
export function taskNew(data: TaskNewData, language: MailLanguage): RenderedMail {
  const urgent = data.priority === 'URGENT'
  const words = {
    en: {
      subject: `${urgent ? 'Urgent' : 'New task'}: ${data.title}`,
      heading: 'A new task that nobody has taken yet',
      button: 'Open the task',
      footer: 'You get this mail because you look after this building.',
    },
    de: {
      subject: `${urgent ? 'Dringend' : 'Neue Aufgabe'}: ${data.title}`,
      heading: 'Eine neue Aufgabe, die noch niemand hat',
      button: 'Aufgabe öffnen',
      footer: 'Sie erhalten diese Mail, weil Sie dieses Gebäude betreuen.',
    },
  }[language]
  return layout({
    language,
    subject: words.subject,
    heading: words.heading,
    blocks: [
      {
        kind: 'facts',
        rows: [
          taskFact(data.number, data.title, language),
          ...whereFacts(data, language),
          priorityFact(data.priority, language),
          ...(data.dueAt === undefined ? [] : [dueFact(data.dueAt, data.timeZone, language)]),
        ],
      },
      { kind: 'button', label: words.button, url: data.link },
    ],
    footer: words.footer,
  })
}
