import { layout } from '#server/platform/mail/layout.ts'
import { aboutTask, taskRows } from './about-task.ts'
import { texts } from './texts.ts'

/** Notifies those who may claim it of an unassigned task. */
export const taskNew = aboutTask('task-new', (data, language) => {
  const words = texts(language).fresh
  return layout({
    language,
    subject: (data.priority === 'URGENT' ? words.urgent : words.subject)({ title: data.title }),
    heading: words.heading,
    blocks: [
      { kind: 'facts', rows: taskRows(data, language) },
      { kind: 'button', label: texts(language).openTask, url: data.link },
    ],
    footer: words.footer,
  })
})
