import { layout } from '#server/platform/mail/layout.ts'
import { aboutTask, taskRows } from './about-task.ts'

/** Notifies managers of a task whose company or operator cannot be notified. */
export const taskUnheard = aboutTask('task-unheard', (data, language) => {
  const who = data.assignee ?? ''
  const words = {
    en: {
      subject: `Nobody could be told: ${data.title}`,
      heading: 'Nobody could be told of a task',
      text: `It is assigned to ${who}, where nobody has an account. Please tell them yourself, or give the task to one person: who has an e-mail address and no account gets a link by mail.`,
      button: 'Open the task',
      footer:
        'You get this mail because you manage this team. In your profile you choose what you are mailed about.',
    },
    de: {
      subject: `Niemand konnte informiert werden: ${data.title}`,
      heading: 'Von einer Aufgabe konnte niemand informiert werden',
      text: `Sie ist ${who} zugewiesen, aber dort hat niemand ein Konto. Bitte sagen Sie selbst Bescheid, oder geben Sie die Aufgabe einer Person: Wer eine Mailadresse und kein Konto hat, bekommt einen Link per Mail.`,
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
      { kind: 'facts', rows: taskRows(data, language) },
      { kind: 'text', text: words.text },
      { kind: 'button', label: words.button, url: data.link },
    ],
    footer: words.footer,
  })
})
