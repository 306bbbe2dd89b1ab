import { layout } from '#server/platform/mail/layout.ts'
import { aboutTask, taskRows } from './about-task.ts'
import { texts } from './texts.ts'

/** Notifies managers of a task whose company or operator cannot be notified. */
export const taskUnheard = aboutTask('task-unheard', (data, language) => {
  const who = data.assignee ?? ''
  const words = texts(language).unheard
  return layout({
    language,
    subject: words.subject({ title: data.title }),
    heading: words.heading,
    blocks: [
      { kind: 'facts', rows: taskRows(data, language) },
      { kind: 'text', text: words.text({ who }) },
      { kind: 'button', label: texts(language).openTask, url: data.link },
    ],
    footer: words.footer,
  })
})
