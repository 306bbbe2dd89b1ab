import { layout } from '#server/platform/mail/layout.ts'
import { aboutTask, taskRows } from './about-task.ts'

/** Notifies those who may claim it of an unassigned task. */
export const taskNew = aboutTask('task-new', (data, language) => {
  const urgent = data.priority === 'URGENT'
  const words = {
    en: {
      subject: `${urgent ? 'Urgent' : 'New task'}: ${data.title}`,
      heading: 'An unassigned task',
      button: 'Open the task',
      footer: 'You get this email because you look after this building.',
    },
    de: {
      subject: `${urgent ? 'Dringend' : 'Neue Aufgabe'}: ${data.title}`,
      heading: 'Eine nicht zugewiesene Aufgabe',
      button: 'Aufgabe öffnen',
      footer: 'Sie erhalten diese E-Mail, weil Sie dieses Gebäude betreuen.',
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
