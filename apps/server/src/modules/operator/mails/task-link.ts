import { Type } from 'typebox'
import { issueName } from '#contracts/catalogue/names.ts'
import { sayPlace } from '#contracts/kit/place.ts'
import { Id } from '#contracts/kit/text.ts'
import type { Priority } from '#contracts/records.ts'
import { mailLanguages } from '#contracts/settings.ts'
import { type LinkedHead, readLinkedHeads } from '#server/modules/tasks/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { defineMail } from '#server/platform/mail/define.ts'
import { type Fact, layout, type MailLanguage, mailLanguage } from '#server/platform/mail/layout.ts'
import { sampleTask, sampleTime, sampleToken } from '#server/platform/mail/samples.ts'
import {
  dueFact,
  priorities,
  priorityFact,
  taskFact,
  whereFacts,
} from '#server/platform/mail/shared-texts.ts'
import { texts } from './texts.ts'

export interface LinkedWork {
  readonly number: number
  readonly title: string
  readonly priority: Priority
  readonly room: string | null
  readonly building: string | null
  /** ISO 8601, shown in `timeZone` */
  readonly dueAt: string | null
  /** whose work it is */
  readonly organisation: string
  readonly address: string | null
  /** how to get in, and what to beware of */
  readonly access: string | null
  readonly hazard: string | null
  /** what staff wrote about the work; cut to 500 characters */
  readonly what: string | null
  /** whom to call: name and number */
  readonly call: string | null
  readonly timeZone: string
  /** what was reported, and by how many; null for a task that nobody reported */
  readonly category: string | null
  readonly reporterCount: number
  /** it was reopened, or its hold ended */
  readonly news: 'REOPENED' | 'RESUMED' | null
  /** BASE_URL/o/TOKEN */
  readonly link: string
}

interface Reader {
  id: string
  task_id: string
  email: string | null
  languages: string[]
  locale: string | null
  news: LinkedWork['news']
  organisation: string
  address: string | null
  access: string | null
  hazard: string | null
  what: string
  contact: { name?: string | null; phone?: string | null; email?: string | null } | null
  house: string | null
}

const readerText = `select l.id, l.task_id, o.email, o.languages, n.settings -> 'profile' ->> 'locale' as locale, 
    n.name as organisation, b.address, b.access_note as access, b.hazard_note as hazard, left(t.description, 500) as what,
    b.contact, n.settings #>> '{profile,contact}' as house,
    case when l.resumed then 'RESUMED' when t.reopen_count > 0 then 'REOPENED' end as news
  from operator_task_link l
  join operator o on o.tenant_id = $1 and o.id = l.operator_id
  join task t on t.tenant_id = $1 and t.id = l.task_id
  join tenant n on n.id = $1
  left join building b on b.tenant_id = $1 and b.id = t.building_id
  where l.tenant_id = $1 and l.id = any($2::uuid[]) and l.ended_at is null and l.expires_at > $3 and o.email is not null
    and t.assignee_id = l.operator_id and t.status <> 'DONE' and not (l.resumed and t.blocked_reason is not null) and t.merged_into is null
  order by t.number`

/** The first of their languages that emails support, otherwise the tenant's. */
export const languageFor = ({ languages, locale }: Pick<Reader, 'languages' | 'locale'>): MailLanguage =>
  languages
    .map((tag) => mailLanguages.find((one) => one === tag.toLowerCase().split('-', 1)[0]))
    .find((one) => one !== undefined) ?? mailLanguage(locale)

/** The building's contact, else the organisation's. */
const callOf = ({ contact, house }: Reader): string | null =>
  [contact?.name, contact?.phone ?? contact?.email].filter(Boolean).join(', ') || house

const byUrgency = ({ priority }: LinkedWork): number => priorities.indexOf(priority)

const roomOf = ({ amenity, location }: LinkedHead): string | null => sayPlace(amenity, location) || null

const linkedWorkOf = (ctx: TenantContext, reader: Reader, task: LinkedHead): LinkedWork => ({
  number: task.number,
  title: task.title,
  priority: task.priority,
  room: roomOf(task),
  building: task.building,
  dueAt: task.dueAt,
  timeZone: task.timeZone,
  category: task.category,
  reporterCount: task.reporterCount,
  news: reader.news,
  organisation: reader.organisation,
  address: reader.address,
  access: reader.access,
  hazard: reader.hazard,
  what: reader.what.trim() || null,
  call: callOf(reader),
  link: `${ctx.platform.config.baseUrl}/o/${ctx.platform.keys.seal('task-link', ctx.tenantId, reader.id)}`,
})

/** The links of one operator that are still open, most urgent first; undefined if none is. */
export const prepareLinks = async (ctx: TenantContext, linkIds: readonly string[]) => {
  const readers = await ctx.run<Reader>(readerText, [ctx.tenantId, linkIds, ctx.now])
  const [reader] = readers
  if (!reader?.email) return undefined
  const language = languageFor(reader)
  const heads = await readLinkedHeads(
    ctx,
    readers.map(({ task_id }) => task_id),
    language,
  )
  const works = readers.flatMap((one) => {
    const task = heads.get(one.task_id)
    return task ? [linkedWorkOf(ctx, one, task)] : []
  })
  const [first, ...more] = works.sort((a, b) => byUrgency(b) - byUrgency(a))
  return first && { to: reader.email, language, facts: [first, ...more] as const }
}

/** The rows of one task, the task itself first. */
export const workRows = (task: LinkedWork, language: MailLanguage): Fact[] => {
  const { reported: label, by, organisation, address, access, hazard, what, call } = texts(language)
  const { category, reporterCount: count } = task
  const reported = [category, count > 0 ? by({ count }) : null].filter((part) => part !== null)
  const fact = (name: string, value: string | null): Fact[] =>
    value === null ? [] : [{ label: name, value }]
  return [
    taskFact(task.number, task.title, language),
    ...fact(what, task.what),
    ...fact(organisation, task.organisation),
    ...whereFacts(task, language),
    ...fact(address, task.address),
    ...fact(access, task.access),
    ...fact(hazard, task.hazard),
    priorityFact(task.priority, language),
    ...(task.dueAt === null ? [] : [dueFact(task.dueAt, task.timeZone, language)]),
    ...(reported.length === 0 ? [] : [{ label, value: reported.join(', ') }]),
    ...fact(call, task.call),
  ]
}

/** A task for an operator without an account, with a link to work on it. */
export const taskLink = defineMail({
  name: 'task-link',
  data: Type.Object({ linkId: Id }),
  prepare: async (ctx, { linkId }) => {
    const found = await prepareLinks(ctx, [linkId])
    return found && { ...found, facts: found.facts[0] }
  },
  sample: (base, language): LinkedWork => ({
    ...sampleTask(language),
    dueAt: sampleTime,
    category: issueName('NO_PAPER', language),
    reporterCount: 3,
    news: null,
    organisation: 'Harbour House',
    address: '12 Quay Street',
    access: null,
    hazard: null,
    what: null,
    call: '+44 20 7946 0958',
    link: `${base}/o/${sampleToken}`,
  }),
  words: (task: LinkedWork, language) => {
    const { title } = task
    const isResumed = task.news === 'RESUMED'
    const words = texts(language).one
    return layout({
      language,
      subject: (isResumed ? words.resumed : words.subject)({ title }),
      heading: isResumed ? words.headingResumed : task.news ? words.headingReopened : words.heading,
      blocks: [
        { kind: 'facts', rows: workRows(task, language) },
        { kind: 'text', text: words.how },
        { kind: 'button', label: words.button, url: task.link },
      ],
      footer: words.footer,
    })
  },
})
