import { layout } from '#server/platform/mail/layout.ts'
import { aboutTask, taskRows } from './about-task.ts'
import { texts } from './texts.ts'

/** Tells the assignee of a note by somebody who had the task before; the note itself is read on the task. */
export const taskTold = aboutTask('task-told', (data, language) => {
  const words = texts(language).told
  return layout({
    language,
    subject: words.subject({ title: data.title }),
    heading: words.heading,
    blocks: [
      { kind: 'text', text: words.text },
      { kind: 'facts', rows: taskRows(data, language) },
      { kind: 'button', label: texts(language).openTask, url: data.link },
    ],
    footer: texts(language).assigned.footer,
  })
})
