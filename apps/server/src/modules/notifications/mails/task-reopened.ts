import { layout } from '#server/platform/mail/layout.ts'
import { aboutTask, taskRows } from './about-task.ts'

/** Notifies the assignee, or those who may claim the task, that a visitor says it is not fixed. */
export const taskReopened = aboutTask('task-reopened', (data, language) => {
  const words = {
    en: {
      subject: `Not fixed: ${data.title}`,
      heading: 'A visitor says that it is not fixed',
      text: 'The task is open again.',
      button: 'Open the task',
      footer:
        'You get this mail because the task is yours or nobody has it. In your profile you choose what you are mailed about.',
    },
    de: {
      subject: `Nicht behoben: ${data.title}`,
      heading: 'Laut Besucher nicht behoben',
      text: 'Die Aufgabe ist wieder offen.',
      button: 'Aufgabe öffnen',
      footer:
        'Sie erhalten diese Mail, weil die Aufgabe Ihnen gehört oder niemandem. In Ihrem Profil wählen Sie, worüber Sie Mails bekommen.',
    },
  }[language]
  return layout({
    language,
    subject: words.subject,
    heading: words.heading,
    blocks: [
      { kind: 'text', text: words.text },
      ...(data.words === null ? [] : [{ kind: 'quote' as const, text: data.words }]),
      { kind: 'facts', rows: taskRows(data, language) },
      { kind: 'button', label: words.button, url: data.link },
    ],
    footer: words.footer,
  })
})
