import { layout } from '#server/platform/mail/layout.ts'
import { moment, priorityFact, taskFact, whereFacts } from '#server/platform/mail/shared-texts.ts'
import { aboutTask } from './about-task.ts'
import { texts } from './texts.ts'

/** Notifies managers at once of a new or reopened URGENT task. */
export const urgentTask = aboutTask('urgent-task', (data, language) => {
  const at = moment(data.createdAt, data.timeZone, language)
  const words = texts(language).urgent
  return layout({
    language,
    subject: words.subject({ title: data.title }),
    heading: words.heading,
    blocks: [
      {
        kind: 'facts',
        rows: [
          taskFact(data.number, data.title, language),
          ...whereFacts(data, language),
          priorityFact('URGENT', language),
          { label: words.since, value: at },
          { label: words.assignee, value: data.assignee ?? words.nobody },
        ],
      },
      { kind: 'button', label: texts(language).openTask, url: data.link },
    ],
    footer: words.footer,
  })
})
