import { issueName } from '#contracts/catalogue/names.ts'
import { defineMail } from '#server/platform/mail/define.ts'
import { type Block, layout } from '#server/platform/mail/layout.ts'
import { taskNewsRequest } from '../requests.ts'
import { type MailedTask, prepareTasks, sampleOf, taskRows } from './about-task.ts'
import { taskAssigned } from './task-assigned.ts'
import { taskNew } from './task-new.ts'
import { taskReopened } from './task-reopened.ts'
import { taskResumed } from './task-resumed.ts'
import { taskTold } from './task-told.ts'
import { taskUnheard } from './task-unreachable.ts'
import { taskWithdrawn } from './task-withdrawn.ts'
import { texts } from './texts.ts'
import { urgentTask } from './urgent-task.ts'

/** Tasks in one email; the list has the others. */
const maxTasks = 20

/** the email about each by itself */
const singleMails = {
  'task-reopened': taskReopened,
  'task-unheard': taskUnheard,
  'urgent-task': urgentTask,
  'task-assigned': taskAssigned,
  'task-resumed': taskResumed,
  'task-told': taskTold,
  'task-withdrawn': taskWithdrawn,
  'task-new': taskNew,
} as const

interface TaskNews {
  /** one or more, most important first */
  readonly tasks: readonly [MailedTask, ...MailedTask[]]
  /** BASE_URL/app/work */
  readonly link: string
}

/** Combines the news of a moment into one email to a person. */
export const taskNews = defineMail({
  name: taskNewsRequest.name,
  data: taskNewsRequest.data,
  prepare: async (ctx, { userId, items }, instead) => {
    const found = await prepareTasks(ctx, userId, items, instead)
    if (!found || 'until' in found) return found
    const { facts: tasks } = found
    return { ...found, facts: tasks && { tasks, link: `${ctx.platform.config.baseUrl}/app/work` } }
  },
  sample: (base, language): TaskNews => ({
    tasks: [
      sampleOf('task-reopened', base, language),
      { ...sampleOf('task-new', base, language), number: 416, title: issueName('NO_SOAP', language) },
    ],
    link: `${base}/app/work`,
  }),
  words: ({ tasks, link }: TaskNews, language) => {
    const [only] = tasks
    if (tasks.length === 1) return singleMails[only.template].words(only, language)
    const count = tasks.length
    const first = only.title
    const words = texts(language).news
    const blocks = tasks.slice(0, maxTasks).flatMap((task): Block[] => {
      const [what, ...rest] = taskRows(task, language)
      return [
        {
          kind: 'facts',
          rows: [
            what,
            {
              label: words.news,
              value: words.kinds[task.template],
              ...(task.template === 'task-reopened' && { tone: 'bad' as const }),
            },
            ...rest,
          ],
        },
        ...(task.words === null ? [] : [{ kind: 'quote' as const, text: task.words }]),
      ]
    })
    return layout({
      language,
      subject: words.subject({ count, first, more: count - 1 }),
      heading: words.heading({ count }),
      blocks: [
        ...blocks,
        ...(count > maxTasks
          ? [{ kind: 'text' as const, text: words.more({ more: count - maxTasks }) }]
          : []),
        { kind: 'button', label: words.button, url: link },
      ],
      footer: words.footer,
    })
  },
})
