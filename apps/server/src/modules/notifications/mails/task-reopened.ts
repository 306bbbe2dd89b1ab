import { layout } from '#server/platform/mail/layout.ts'
import { aboutTask, taskRows } from './about-task.ts'

/** Notifies the assignee, or those who may claim the task, that a visitor says it is not fixed. */
export const taskReopened = aboutTask('task-reopened', (data, language) => {
  const words = {
    en: {
      subject: `Not fixed: ${data.title}`,
      heading: 'A visitor says it is not fixed',
      text: 'The task is open again.',
      button: 'Open the task',
      footer:
        'You get this email because the task is assigned to you or to nobody. You can choose in your profile what you get emails about.',
    },
    de: {
      subject: `Nicht behoben: ${data.title}`,
      heading: 'Laut Besucher nicht behoben',
      text: 'Die Aufgabe ist wieder offen.',
      button: 'Aufgabe öffnen',
      footer:
        'Sie erhalten diese E-Mail, weil die Aufgabe Ihnen oder niemandem zugewiesen ist. In Ihrem Profil wählen Sie, worüber Sie E-Mails erhalten.',
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
