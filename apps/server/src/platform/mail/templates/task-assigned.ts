import { layout, type MailLanguage, type RenderedMail } from '../layout.ts'
import { dueFact, type MailPriority, priorityFact, taskFact, whereFacts } from '../words.ts'

export interface TaskAssignedData {
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

/** Tells a person that a task is now theirs. */
export function taskAssigned(data: TaskAssignedData, language: MailLanguage): RenderedMail {
  const words = {
    en: {
      subject: `Task for you: ${data.title}`,
      heading: 'A task for you',
      button: 'Open the task',
      footer:
        'You get this mail because the task was assigned to you. In your profile you choose what you are mailed about.',
    },
    de: {
      subject: `Aufgabe für Sie: ${data.title}`,
      heading: 'Eine Aufgabe für Sie',
      button: 'Aufgabe öffnen',
      footer:
        'Sie erhalten diese Mail, weil Ihnen die Aufgabe zugewiesen wurde. In Ihrem Profil wählen Sie, worüber Sie Mails bekommen.',
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
