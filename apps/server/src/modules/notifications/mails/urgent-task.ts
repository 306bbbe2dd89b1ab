import { layout } from '#server/platform/mail/layout.ts'
import { moment, priorityFact, taskFact, whereFacts } from '#server/platform/mail/shared-texts.ts'
import { aboutTask } from './about-task.ts'

/** Notifies managers at once of a new or reopened URGENT task. */
export const urgentTask = aboutTask('urgent-task', (data, language) => {
  const at = moment(data.createdAt, data.timeZone, language)
  const words = {
    en: {
      subject: `Urgent: ${data.title}`,
      heading: 'An urgent task',
      since: 'Since',
      assignee: 'Assigned to',
      nobody: 'Unassigned',
      button: 'Open the task',
      footer:
        'You get this email because you manage this team. You can choose in your profile what you get emails about.',
    },
    de: {
      subject: `Dringend: ${data.title}`,
      heading: 'Eine dringende Aufgabe',
      since: 'Seit',
      assignee: 'Zugewiesen an',
      nobody: 'Nicht zugewiesen',
      button: 'Aufgabe öffnen',
      footer:
        'Sie erhalten diese E-Mail, weil Sie dieses Team leiten. In Ihrem Profil wählen Sie, worüber Sie E-Mails erhalten.',
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
})
