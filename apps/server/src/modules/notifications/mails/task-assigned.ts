import { layout } from '#server/platform/mail/layout.ts'
import { aboutTask, taskRows } from './about-task.ts'
import { texts } from './texts.ts'

/** Notifies a person of a task that was assigned to them. */
export const taskAssigned = aboutTask('task-assigned', (data, language) => {
  const words = texts(language).assigned
  return layout({
    language,
    subject: words.subject({ title: data.title }),
    heading: words.heading,
    blocks: [
      { kind: 'facts', rows: taskRows(data, language) },
      { kind: 'button', label: texts(language).openTask, url: data.link },
    ],
    footer: words.footer,
  })
})
