import { layout } from '#server/platform/mail/layout.ts'
import { aboutTask, taskRows } from './about-task.ts'
import { texts } from './texts.ts'

/** Notifies the assignee, or those who may claim the task, that a visitor says it is not fixed. */
export const taskReopened = aboutTask('task-reopened', (data, language) => {
  const words = texts(language).reopened
  return layout({
    language,
    subject: words.subject({ title: data.title }),
    heading: words.heading,
    blocks: [
      { kind: 'text', text: words.text },
      ...(data.words === null ? [] : [{ kind: 'quote' as const, text: data.words }]),
      { kind: 'facts', rows: taskRows(data, language) },
      { kind: 'button', label: texts(language).openTask, url: data.link },
    ],
    footer: words.footer,
  })
})
