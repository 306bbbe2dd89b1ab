import { layout } from '#server/platform/mail/layout.ts'
import { aboutTask, taskRows } from './about-task.ts'

/** Notifies managers of a task whose company or operator cannot be notified. */
export const taskUnheard = aboutTask('task-unheard', (data, language) => {
  const who = data.assignee ?? ''
  const words = {
    en: {
      subject: `Nobody could be notified: ${data.title}`,
      heading: 'Nobody could be notified about a task',
      text: `It is assigned to ${who}, where nobody has an account. Please contact them yourself, or assign the task to a person: anyone with an email address but no account gets a link by email.`,
      button: 'Open the task',
      footer:
        'You get this email because you manage this team. You can choose in your profile what you get emails about.',
    },
    de: {
      subject: `Niemand konnte informiert werden: ${data.title}`,
      heading: 'Über eine Aufgabe konnte niemand informiert werden',
      text: `Sie ist ${who} zugewiesen, aber dort hat niemand ein Konto. Bitte sagen Sie selbst Bescheid, oder weisen Sie die Aufgabe einer Person zu: Wer eine E-Mail-Adresse, aber kein Konto hat, erhält einen Link per E-Mail.`,
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
      { kind: 'facts', rows: taskRows(data, language) },
      { kind: 'text', text: words.text },
      { kind: 'button', label: words.button, url: data.link },
    ],
    footer: words.footer,
  })
})
