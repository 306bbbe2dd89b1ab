import { layout } from '#server/platform/mail/layout.ts'
import { aboutTask, taskRows } from './about-task.ts'

/** Notifies a person of a task that was assigned to them. */
export const taskAssigned = aboutTask('task-assigned', (data, language) => {
  const words = {
    en: {
      subject: `Task for you: ${data.title}`,
      heading: 'A task for you',
      button: 'Open the task',
      footer:
        'You get this email because the task was assigned to you. You can choose in your profile what you get emails about.',
    },
    de: {
      subject: `Aufgabe für Sie: ${data.title}`,
      heading: 'Eine Aufgabe für Sie',
      button: 'Aufgabe öffnen',
      footer:
        'Sie erhalten diese E-Mail, weil Ihnen die Aufgabe zugewiesen wurde. In Ihrem Profil wählen Sie, worüber Sie E-Mails erhalten.',
    },
  }[language]
  return layout({
    language,
    subject: words.subject,
    heading: words.heading,
    blocks: [
      { kind: 'facts', rows: taskRows(data, language) },
      { kind: 'button', label: words.button, url: data.link },
    ],
    footer: words.footer,
  })
})
