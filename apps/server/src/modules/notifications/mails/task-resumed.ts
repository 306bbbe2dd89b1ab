import { layout } from '#server/platform/mail/layout.ts'
import { aboutTask, taskRows } from './about-task.ts'

/** Notifies the assignee, or those who may claim the task, that its hold has ended. */
export const taskResumed = aboutTask('task-resumed', (data, language) => {
  const words = {
    en: {
      subject: `Time to carry on: ${data.title}`,
      heading: 'A task is no longer on hold',
      text: 'The time for which it was put on hold is over. Is something still missing? Put it on hold again.',
      button: 'Open the task',
      footer:
        'You get this mail because the task is yours or nobody has it. In your profile you choose what you are mailed about.',
    },
    de: {
      subject: `Es geht weiter: ${data.title}`,
      heading: 'Eine Aufgabe ist nicht mehr zurückgestellt',
      text: 'Die Zeit, für die sie zurückgestellt war, ist um. Fehlt noch etwas? Stellen Sie sie noch einmal zurück.',
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
      { kind: 'facts', rows: taskRows(data, language) },
      { kind: 'button', label: words.button, url: data.link },
    ],
    footer: words.footer,
  })
})
