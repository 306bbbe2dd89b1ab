import { layout } from '#server/platform/mail/layout.ts'
import { aboutTask, taskRows } from './about-task.ts'
import { texts } from './texts.ts'

/** Tells a person that a task which was theirs is with somebody else now, or with nobody. */
export const taskWithdrawn = aboutTask('task-withdrawn', (data, language) => {
  const words = texts(language).withdrawn
  return layout({
    language,
    subject: words.subject({ title: data.title }),
    heading: words.heading,
    blocks: [
      { kind: 'text', text: data.assignee === null ? words.free : words.to({ who: data.assignee }) },
      { kind: 'facts', rows: taskRows(data, language) },
    ],
    footer: texts(language).assigned.footer,
  })
})
