import { layout } from '#server/platform/mail/layout.ts'
import { aboutTask, taskRows } from './about-task.ts'
import { texts } from './texts.ts'

/** Notifies the assignee, or those who may claim the task, that its hold has ended. */
export const taskResumed = aboutTask('task-resumed', (data, language) => {
  const words = texts(language).resumed
  return layout({
    language,
    subject: words.subject({ title: data.title }),
    heading: words.heading,
    blocks: [
      { kind: 'text', text: words.text },
      { kind: 'facts', rows: taskRows(data, language) },
      { kind: 'button', label: texts(language).openTask, url: data.link },
    ],
    footer: words.footer,
  })
})
