import { layout } from '#server/platform/mail/layout.ts'
import { aboutTask, taskRows } from './about-task.ts'

/** Notifies the assignee, or those who may claim the task, that its hold has ended. */
export const taskResumed = aboutTask('task-resumed', (data, language) => {
  const words = {
    en: {
      subject: `Time to continue: ${data.title}`,
      heading: 'A task is no longer on hold',
      text: 'The hold has ended. If something still prevents the work, put the task on hold again.',
      button: 'Open the task',
      footer:
        'You get this email because the task is assigned to you or to nobody. You can choose in your profile what you get emails about.',
    },
    de: {
      subject: `Es geht weiter: ${data.title}`,
      heading: 'Eine Aufgabe ist nicht mehr zurückgestellt',
      text: 'Die Zurückstellung ist abgelaufen. Wenn die Arbeit noch nicht möglich ist, stellen Sie die Aufgabe noch einmal zurück.',
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
      { kind: 'facts', rows: taskRows(data, language) },
      { kind: 'button', label: words.button, url: data.link },
    ],
    footer: words.footer,
  })
})
