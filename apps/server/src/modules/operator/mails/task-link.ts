import { Type } from 'typebox'
import { issueName } from '#contracts/catalogue/names.ts'
import { Id } from '#contracts/kit/text.ts'
import type { Priority } from '#contracts/records.ts'
import { type LinkedTask, readLinkedTask } from '#server/modules/tasks/public.ts'
import { defineMail } from '#server/platform/mail/define.ts'
import { layout, type MailLanguage, mailLanguage, mailLanguages } from '#server/platform/mail/layout.ts'
import { sampleTask, sampleTime, sampleToken } from '#server/platform/mail/samples.ts'
import { dueFact, priorityFact, taskFact, whereFacts } from '#server/platform/mail/shared-texts.ts'

interface Told {
  readonly number: number
  readonly title: string
  readonly priority: Priority
  readonly room: string | null
  readonly building: string | null
  /** ISO 8601, shown in `timeZone` */
  readonly dueAt: string | null
  readonly timeZone: string
  /** what was reported, and by how many; null for what nobody reported */
  readonly category: string | null
  readonly reporterCount: number
  /** it was done, and is open again */
  readonly again: boolean
  /** BASE_URL/o/TOKEN */
  readonly link: string
}

interface Reader {
  task_id: string
  email: string | null
  languages: string[]
  locale: string | null
  reopened: boolean
}

const readerText = `select l.task_id, o.email, o.languages, n.settings -> 'profile' ->> 'locale' as locale, t.reopen_count > 0 as reopened
  from operator_task_link l
  join operator o on o.tenant_id = $1 and o.id = l.operator_id
  join task t on t.tenant_id = $1 and t.id = l.task_id
  join tenant n on n.id = $1
  where l.tenant_id = $1 and l.id = $2 and l.ended_at is null and l.expires_at > $3 and o.email is not null
    and t.assignee_id = l.operator_id and t.status <> 'DONE' and t.merged_into is null`

/** The first of theirs that mails speak, else the tenant's. */
const languageFor = ({ languages, locale }: Reader): MailLanguage =>
  languages
    .map((tag) => mailLanguages.find((one) => one === tag.toLowerCase().split('-', 1)[0]))
    .find((one) => one !== undefined) ?? mailLanguage(locale)

const roomOf = ({ amenity, location }: LinkedTask): string | null =>
  [amenity, location].filter((part) => part !== null).join(', ') || null

/** Brings a task to an operator who has no account: what it is, and the way to do it. */
export const taskLink = defineMail({
  name: 'task-link',
  data: Type.Object({ linkId: Id }),
  prepare: async (ctx, { linkId }) => {
    const [reader] = await ctx.run<Reader>(readerText, [ctx.tenantId, linkId, ctx.now])
    if (!reader?.email) return undefined
    const language = languageFor(reader)
    const task = await readLinkedTask(ctx, reader.task_id, language)
    const facts: Told = {
      number: task.number,
      title: task.title,
      priority: task.priority,
      room: roomOf(task),
      building: task.building,
      dueAt: task.dueAt,
      timeZone: task.timeZone,
      category: task.category,
      reporterCount: task.reporterCount,
      again: reader.reopened,
      link: `${ctx.platform.config.baseUrl}/o/${ctx.platform.keys.seal('task-link', ctx.tenantId, linkId)}`,
    }
    return { to: reader.email, language, facts }
  },
  sample: (base, language): Told => ({
    ...sampleTask(language),
    dueAt: sampleTime,
    category: issueName('NO_PAPER', language),
    reporterCount: 3,
    again: false,
    link: `${base}/o/${sampleToken}`,
  }),
  words: (task: Told, language) => {
    const { reporterCount: count, title } = task
    const words = {
      en: {
        subject: `Task for you: ${title}`,
        heading: task.again ? 'A task of yours is open again' : 'A task for you',
        about: 'Reported',
        reporters: count === 1 ? 'by 1 person' : `by ${count} people`,
        how: 'The link opens this task: start it, add notes and photos, and say when it is done. It needs no account. It is valid for 14 days, until the task is done or goes to somebody else. Please do not pass it on.',
        button: 'Open the task',
        footer: 'You get this mail because the task was given to you.',
      },
      de: {
        subject: `Aufgabe für Sie: ${title}`,
        heading: task.again ? 'Eine Ihrer Aufgaben ist wieder offen' : 'Eine Aufgabe für Sie',
        about: 'Gemeldet',
        reporters: count === 1 ? 'von 1 Person' : `von ${count} Personen`,
        how: 'Der Link öffnet diese Aufgabe: beginnen, Notizen und Fotos hinzufügen, erledigt melden. Ein Konto ist nicht nötig. Er gilt 14 Tage, bis die Aufgabe erledigt ist oder an jemand anderen geht. Bitte geben Sie ihn nicht weiter.',
        button: 'Aufgabe öffnen',
        footer: 'Sie erhalten diese Mail, weil Ihnen die Aufgabe gegeben wurde.',
      },
    }[language]
    const reported = [task.category, count > 0 ? words.reporters : null].filter((part) => part !== null)
    return layout({
      language,
      subject: words.subject,
      heading: words.heading,
      blocks: [
        {
          kind: 'facts',
          rows: [
            taskFact(task.number, title, language),
            ...whereFacts(task, language),
            priorityFact(task.priority, language),
            ...(task.dueAt === null ? [] : [dueFact(task.dueAt, task.timeZone, language)]),
            ...(reported.length === 0 ? [] : [{ label: words.about, value: reported.join(', ') }]),
          ],
        },
        { kind: 'text', text: words.how },
        { kind: 'button', label: words.button, url: task.link },
      ],
      footer: words.footer,
    })
  },
})
