/** Shared by emails about tasks: which still apply, when they wait, and what they show of a task. */
import { Type } from 'typebox'
import { Id } from '#contracts/kit/text.ts'
import type { NotificationKind } from '#contracts/preferences.ts'
import { readTaskFacts, type TaskFacts, wordsOfRejections } from '#server/modules/tasks/public.ts'
import type { Delayed, TenantContext } from '#server/platform/context.ts'
import { defineMail } from '#server/platform/mail/define.ts'
import {
  type Fact,
  type MailLanguage,
  mailLanguage,
  type RenderedMail,
} from '#server/platform/mail/layout.ts'
import { channelsFor, type Reader, readReader } from '#server/platform/mail/members.ts'
import { sampleId, sampleTask, sampleTime } from '#server/platform/mail/samples.ts'
import { dueFact, priorityFact, taskFact, whereFacts } from '#server/platform/mail/shared-texts.ts'
import type { PushRequest } from '#server/platform/push/note.ts'
import { noteOf } from '../push-note.ts'
import { quietUntil } from '../quiet-hours.ts'
import { unreachableAmong } from '../readers.ts'
import { type TaskItem, type TaskMail, taskMails, taskNewsRequest } from '../requests.ts'
import { texts } from './texts.ts'

type TaskRowFacts = Pick<TaskFacts, 'number' | 'title' | 'priority' | 'room' | 'building' | 'timeZone'>

export interface MailedTask extends TaskRowFacts {
  readonly template: TaskMail
  /** ISO 8601, shown in `timeZone` */
  readonly createdAt: string
  readonly dueAt: string | null
  /** null if the task is unassigned */
  readonly assignee: string | null
  /** the words of the visitor who says that it is not fixed */
  readonly words: string | null
  /** BASE_URL/app/work/tasks/ID */
  readonly link: string
}

/** The kind of notification that a person may switch off, if the news still applies; otherwise undefined. */
const applicableKind = (
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
    case 'task-told':
      return own ? 'taskAssigned' : undefined
    case 'task-withdrawn':
      return own ? undefined : 'taskAssigned'
    case 'task-resumed':
      if (task.blocked || !(own || free)) return undefined
      return own ? 'taskAssigned' : 'taskNew'
    case 'task-new':
      return free ? 'taskNew' : undefined
  }
}

interface TaskItemNews {
  readonly template: TaskMail
  readonly task: TaskFacts
}

/** The tasks as the email shows them. */
const mailedTasksOf = async (
  ctx: TenantContext,
  reader: Reader,
  news: readonly TaskItemNews[],
): Promise<MailedTask[]> => {
  const reopened = news.filter(({ template }) => template === 'task-reopened')
  const words = await wordsOfRejections(
    ctx,
    reopened.map(({ task }) => task.id),
  )
  return news.map(
    ({ template, task: { id, number, priority, room, building, ...task } }): MailedTask => ({
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

interface PreparedTasks {
  readonly to: string
  readonly language: string
  readonly facts: readonly [MailedTask, ...MailedTask[]] | undefined
  readonly push: PushRequest | undefined
}

/**
 * Each task once, by the news that says most and still applies: those sent as push first, then those by email.
 * Undefined if nothing applies; `until` if it waits for the end of quiet hours.
 * @param instead by email only, because push was tried
 */
export const prepareTasks = async (
  ctx: TenantContext,
  userId: string,
  items: readonly TaskItem[],
  instead: boolean,
): Promise<PreparedTasks | Delayed | undefined> => {
  const reader = await readReader(ctx, userId)
  if (!reader) return undefined
  const tasks = await readTaskFacts(
    ctx,
    items.map(({ taskId }) => taskId),
  )
  const work = tasks.filter(({ merged, status }) => !merged && status !== 'DONE')
  const maybeUnreachable = items
    .filter(({ template }) => template === 'task-unheard')
    .map(({ taskId }) => taskId)
  const unheard = await unreachableAmong(
    ctx,
    work.filter(({ id }) => maybeUnreachable.includes(id)),
  )
  const wanted = taskMails.flatMap((template) =>
    work.flatMap((task) => {
      const isAsked = items.some((item) => item.template === template && item.taskId === task.id)
      const kind = isAsked ? applicableKind(template, task, userId, unheard) : undefined
      const ways = kind && channelsFor(reader, kind)
      return ways && !(instead && !ways.mail) ? [{ template, task, ways }] : []
    }),
  )
  const once = wanted.filter(({ task }, at) => wanted.findIndex((other) => other.task === task) === at)
  const urgent = once.some(({ task }) => task.priority === 'URGENT')
  const until =
    reader.quietHours && !urgent ? quietUntil(reader.quietHours, reader.timeZone, ctx.now) : undefined
  if (once.length > 0 && until) return { until }
  const [firstPushed, ...morePushed] = instead ? [] : once.filter(({ ways }) => ways.push)
  const orMail = [firstPushed, ...morePushed]
    .filter((one) => one?.ways.mail)
    .filter((one) => one !== undefined)
  const [first, ...more] = await mailedTasksOf(
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
      orMail:
        orMail.length > 0
          ? {
              mail: taskNewsRequest.name,
              data: { userId, items: orMail.map(({ template, task }) => ({ template, taskId: task.id })) },
            }
          : null,
    },
  }
}

export const sampleOf = (template: TaskMail, base: string, language: MailLanguage): MailedTask => ({
  ...sampleTask(language),
  template,
  createdAt: sampleTime,
  dueAt: template === 'task-new' ? null : sampleTime,
  assignee:
    template === 'task-unheard' || template === 'task-withdrawn' ? texts(language).sampleAssignee : null,
  words: template === 'task-reopened' ? texts(language).sampleWords : null,
  link: `${base}/app/work/tasks/${sampleId}`,
})

/** Defines an email about one task. */
export const aboutTask = (
  name: TaskMail,
  words: (task: MailedTask, language: MailLanguage) => RenderedMail,
) =>
  defineMail({
    name,
    data: Type.Object({ userId: Id, taskId: Id }),
    prepare: async (ctx, { userId, taskId }, instead) => {
      const found = await prepareTasks(ctx, userId, [{ template: name, taskId }], instead)
      return !found || 'until' in found ? found : { ...found, facts: found.facts?.[0] }
    },
    words,
    sample: (base, language) => sampleOf(name, base, language),
  })

/** The task itself comes first. */
export const taskRows = (
  task: TaskRowFacts & Pick<MailedTask, 'dueAt'>,
  language: MailLanguage,
): readonly [Fact, ...Fact[]] => [
  taskFact(task.number, task.title, language),
  ...whereFacts(task, language),
  priorityFact(task.priority, language),
  ...(task.dueAt === null ? [] : [dueFact(task.dueAt, task.timeZone, language)]),
]
