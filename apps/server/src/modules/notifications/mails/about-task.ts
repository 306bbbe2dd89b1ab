/** What mails about tasks have in common: which still hold, when they wait, and what they tell of a task. */
import { Type } from 'typebox'
import { Id } from '#contracts/kit/text.ts'
import type { NotificationKind } from '#contracts/preferences.ts'
import { readTaskFacts, type TaskFacts, wordsOfRejections } from '#server/modules/tasks/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { defineMail } from '#server/platform/mail/define.ts'
import {
  type Fact,
  type MailLanguage,
  mailLanguage,
  type RenderedMail,
} from '#server/platform/mail/layout.ts'
import { type Reader, readReader, waysTo } from '#server/platform/mail/members.ts'
import { sampleId, sampleTask, sampleTime } from '#server/platform/mail/samples.ts'
import { dueFact, priorityFact, taskFact, whereFacts } from '#server/platform/mail/shared-texts.ts'
import { holdMails } from '../held-mails.ts'
import { noteOf } from '../push-note.ts'
import { quietUntil } from '../quiet-hours.ts'
import { requestAbout, type TaskItem, type TaskMail, taskMails } from '../requests.ts'
import { unheardAmong } from '../who.ts'

type Told = Pick<TaskFacts, 'number' | 'title' | 'priority' | 'room' | 'building' | 'timeZone'>

export interface ToldTask extends Told {
  readonly template: TaskMail
  /** ISO 8601, shown in `timeZone` */
  readonly createdAt: string
  readonly dueAt: string | null
  /** whose task it is; null while it is nobody's */
  readonly assignee: string | null
  /** what the visitor wrote who says that it is not fixed */
  readonly words: string | null
  /** BASE_URL/app/work/tasks/ID */
  readonly link: string
}

/** What a person may do without, where the mail still holds; undefined where it does not. */
const kindOf = (
  template: TaskMail,
  task: TaskFacts,
  userId: string,
  unheard: ReadonlySet<string>,
): NotificationKind | undefined => {
  const [own, free] = [task.assigneeUserIds.includes(userId), task.assigneeId === null]
  switch (template) {
    case 'task-reopened':
      if (!task.rejected || !(own || free)) return undefined
      return own ? 'taskAssigned' : 'taskNew'
    case 'task-unheard':
      return unheard.has(task.id) ? 'urgentTask' : undefined
    case 'urgent-task':
      return 'urgentTask'
    case 'task-assigned':
      return own ? 'taskAssigned' : undefined
    case 'task-resumed':
      if (task.blocked || !(own || free)) return undefined
      return own ? 'taskAssigned' : 'taskNew'
    case 'task-new':
      return free ? 'taskNew' : undefined
  }
}

interface News {
  readonly template: TaskMail
  readonly task: TaskFacts
}

const requestOf = (userId: string, news: readonly News[]) =>
  requestAbout(
    userId,
    news.map(({ template, task }) => ({ template, taskId: task.id })),
  )

/** As the mail tells them. */
const toldOf = async (ctx: TenantContext, reader: Reader, news: readonly News[]): Promise<ToldTask[]> => {
  const reopened = news.filter(({ template }) => template === 'task-reopened')
  const words = await wordsOfRejections(
    ctx,
    reopened.map(({ task }) => task.id),
  )
  return news.map(
    ({ template, task: { id, number, priority, room, building, ...task } }): ToldTask => ({
      template,
      number,
      title: task.titleIn(mailLanguage(reader.language)),
      priority,
      room,
      building,
      timeZone: reader.ownTimeZone ?? task.timeZone,
      createdAt: task.createdAt.toISOString(),
      dueAt: task.dueAt?.toISOString() ?? null,
      assignee: task.assigneeName,
      words: words.get(id) ?? null,
      link: `${ctx.platform.config.baseUrl}/app/work/tasks/${id}`,
    }),
  )
}

/**
 * Each task once, by what tells most of it and still holds: those that go by push first, and those that are mailed.
 * Undefined where nothing holds, and where it waits for the end of its reader's quiet hours: then it is asked for again.
 * @param instead by mail and not by push, since that was tried
 */
export const prepareTasks = async (
  ctx: TenantContext,
  userId: string,
  items: readonly TaskItem[],
  instead: boolean,
) => {
  const reader = await readReader(ctx, userId)
  if (!reader) return undefined
  const tasks = await readTaskFacts(
    ctx,
    items.map(({ taskId }) => taskId),
  )
  const work = tasks.filter(({ merged, status }) => !merged && status !== 'DONE')
  const asked = items.filter(({ template }) => template === 'task-unheard').map(({ taskId }) => taskId)
  const unheard = await unheardAmong(
    ctx,
    work.filter(({ id }) => asked.includes(id)),
  )
  const wanted = taskMails.flatMap((template) =>
    work.flatMap((task) => {
      const isAsked = items.some((item) => item.template === template && item.taskId === task.id)
      const kind = isAsked ? kindOf(template, task, userId, unheard) : undefined
      const ways = kind && waysTo(reader, kind)
      return ways && !(instead && !ways.mail) ? [{ template, task, ways }] : []
    }),
  )
  const once = wanted.filter(({ task }, at) => wanted.findIndex((other) => other.task === task) === at)
  const urgent = once.some(({ task }) => task.priority === 'URGENT')
  const until =
    reader.quietHours && !urgent ? quietUntil(reader.quietHours, reader.timeZone, ctx.now) : undefined
  if (once.length > 0 && until) {
    await holdMails(ctx, [{ userId, payload: requestAbout(userId, items) }], until)
    return undefined
  }
  const [firstPushed, ...morePushed] = instead ? [] : once.filter(({ ways }) => ways.push)
  const orMail = [firstPushed, ...morePushed]
    .filter((one) => one?.ways.mail)
    .filter((one) => one !== undefined)
  const [first, ...more] = await toldOf(
    ctx,
    reader,
    once.filter(({ ways }) => instead || !ways.push),
  )
  return {
    to: reader.email,
    language: reader.language,
    facts: first && ([first, ...more] as const),
    push: firstPushed && {
      userId,
      note: noteOf([firstPushed, ...morePushed], reader.language),
      orMail: orMail.length > 0 ? requestOf(userId, orMail) : null,
    },
  }
}

const sampleWords = {
  en: 'It is still dripping.\nNow on the left.',
  de: 'Es tropft noch.\nJetzt links.',
} as const

export const sampleOf = (template: TaskMail, base: string, language: MailLanguage): ToldTask => ({
  ...sampleTask(language),
  template,
  createdAt: sampleTime,
  dueAt: template === 'task-new' ? null : sampleTime,
  assignee: template === 'task-unheard' ? { en: 'Bright Cleaning', de: 'Glanz GmbH' }[language] : null,
  words: template === 'task-reopened' ? sampleWords[language] : null,
  link: `${base}/app/work/tasks/${sampleId}`,
})

/** A mail about one task. */
export const aboutTask = (name: TaskMail, words: (task: ToldTask, language: MailLanguage) => RenderedMail) =>
  defineMail({
    name,
    data: Type.Object({ userId: Id, taskId: Id }),
    prepare: async (ctx, { userId, taskId }, instead) => {
      const found = await prepareTasks(ctx, userId, [{ template: name, taskId }], instead)
      return found && { ...found, facts: found.facts?.[0] }
    },
    words,
    sample: (base, language) => sampleOf(name, base, language),
  })

/** The task itself first. */
export const taskRows = (
  task: Told & Pick<ToldTask, 'dueAt'>,
  language: MailLanguage,
): readonly [Fact, ...Fact[]] => [
  taskFact(task.number, task.title, language),
  ...whereFacts(task, language),
  priorityFact(task.priority, language),
  ...(task.dueAt === null ? [] : [dueFact(task.dueAt, task.timeZone, language)]),
]
