import { Type } from 'typebox'
import { issueName } from '#contracts/catalogue/names.ts'
import { Id } from '#contracts/kit/text.ts'
import { defineMail } from '#server/platform/mail/define.ts'
import { type Block, type Fact, layout } from '#server/platform/mail/layout.ts'
import { type LinkedWork, prepareLinks, taskLink, workRows } from './task-link.ts'
import { texts } from './texts.ts'

interface LinkedTasks {
  /** one or more, most important first */
  readonly tasks: readonly [LinkedWork, ...LinkedWork[]]
}

/** Several tasks in one email to an operator without an account, each with its own link. */
export const taskLinks = defineMail({
  name: 'task-links',
  data: Type.Object({ linkIds: Type.Array(Id, { minItems: 1 }) }),
  prepare: async (ctx, { linkIds }) => {
    const found = await prepareLinks(ctx, linkIds)
    return found && { ...found, facts: { tasks: found.facts } }
  },
  sample: (base, language): LinkedTasks => {
    const one = taskLink.sample(base, language)
    return {
      tasks: [
        one,
        {
          ...one,
          number: 416,
          title: issueName('NO_SOAP', language),
          category: null,
          reporterCount: 0,
          news: 'REOPENED',
        },
      ],
    }
  },
  words: ({ tasks }: LinkedTasks, language) => {
    const [first, ...more] = tasks
    if (more.length === 0) return taskLink.words(first, language)
    const count = tasks.length
    const words = texts(language).several
    const { news: label, reopened, resumed } = words
    const newsOf = ({ news }: LinkedWork): Fact[] =>
      news === null ? [] : [{ label, value: news === 'RESUMED' ? resumed : reopened, tone: 'warn' }]
    return layout({
      language,
      subject: words.subject({ count, first: first.title, more: more.length }),
      heading: words.heading({ count }),
      blocks: [
        { kind: 'text', text: words.how },
        ...tasks.flatMap((task): Block[] => [
          { kind: 'facts', rows: [...newsOf(task), ...workRows(task, language)] },
          { kind: 'button', label: words.open({ number: task.number }), url: task.link },
        ]),
      ],
      footer: words.footer,
    })
  },
})
