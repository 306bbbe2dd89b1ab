import { Type } from 'typebox'
import { issueName } from '#contracts/catalogue/names.ts'
import { Id } from '#contracts/kit/text.ts'
import { defineMail } from '#server/platform/mail/define.ts'
import { type Block, type Fact, layout } from '#server/platform/mail/layout.ts'
import { type LinkedWork, prepareLinks, taskLink, workRows } from './task-link.ts'

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
    const words = {
      en: {
        subject: `${count} tasks for you: ${first.title} and ${more.length} more`,
        heading: `${count} tasks for you`,
        how: 'Each link opens one task: start it, add notes and photos, and mark it as done. You need no account. The link is valid for 14 days, until the task is done or assigned to someone else. Please do not share it.',
        open: (number: number) => `Open task #${number}`,
        news: { label: 'News', reopened: 'Open again', resumed: 'No longer on hold' },
        footer: 'You get this email because these tasks were assigned to you.',
      },
      de: {
        subject: `${count} Aufgaben für Sie: ${first.title} und ${more.length} weitere`,
        heading: `${count} Aufgaben für Sie`,
        how: 'Jeder Link öffnet eine Aufgabe: beginnen, Notizen und Fotos hinzufügen, erledigt melden. Ein Konto ist nicht nötig. Er gilt 14 Tage, bis die Aufgabe erledigt oder jemand anderem zugewiesen ist. Bitte geben Sie ihn nicht weiter.',
        open: (number: number) => `Aufgabe #${number} öffnen`,
        news: { label: 'Neu', reopened: 'Wieder offen', resumed: 'Nicht mehr zurückgestellt' },
        footer: 'Sie erhalten diese E-Mail, weil Ihnen diese Aufgaben zugewiesen wurden.',
      },
    }[language]
    const { label, reopened, resumed } = words.news
    const newsOf = ({ news }: LinkedWork): Fact[] =>
      news === null ? [] : [{ label, value: news === 'RESUMED' ? resumed : reopened, tone: 'warn' }]
    return layout({
      language,
      subject: words.subject,
      heading: words.heading,
      blocks: [
        { kind: 'text', text: words.how },
        ...tasks.flatMap((task): Block[] => [
          { kind: 'facts', rows: [...newsOf(task), ...workRows(task, language)] },
          { kind: 'button', label: words.open(task.number), url: task.link },
        ]),
      ],
      footer: words.footer,
    })
  },
})
