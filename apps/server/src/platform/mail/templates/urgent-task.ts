import { layout, type MailLanguage, type RenderedMail } from '../layout.ts'
import { moment, priorityFact, taskFact, whereFacts } from '../words.ts'

export interface UrgentTaskData {
  readonly number: number
  readonly title: string
  readonly room?: string
  readonly building?: string
  /** ISO 8601, shown in `timeZone` */
  readonly createdAt: string
  /** IANA, of the building or the tenant */
  readonly timeZone: string
  /** whose task it is; left out while it is nobody's */
  readonly assignee?: string
  /** BASE_URL/app/work/tasks/ID */
  readonly link: string
}

/** Tells managers at once of a new task of priority URGENT. */
export function urgentTask(data: UrgentTaskData, language: MailLanguage): RenderedMail {
  const at = moment(data.createdAt, data.timeZone, language)
  const words = {
    en: {
      subject: `Urgent: ${data.title}`,
      heading: 'A new urgent task',
      since: 'Since',
      assignee: 'Assigned to',
      nobody: 'Nobody yet',
      button: 'Open the task',
      footer:
        'You get this mail because you manage this team. In your profile you choose what you are mailed about.',
    },
    de: {
      subject: `Dringend: ${data.title}`,
      heading: 'Eine neue dringende Aufgabe',
      since: 'Seit',
      assignee: 'Zuständig',
      nobody: 'Noch niemand',
      button: 'Aufgabe öffnen',
      footer:
        'Sie erhalten diese Mail, weil Sie dieses Team leiten. In Ihrem Profil wählen Sie, worüber Sie Mails bekommen.',
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
          priorityFact('URGENT', language),
          { label: words.since, value: at },
          { label: words.assignee, value: data.assignee ?? words.nobody },
        ],
      },
      { kind: 'button', label: words.button, url: data.link },
    ],
    footer: words.footer,
  })
}
