/** The message of a task: what it is about and what can be done, and nothing that a visitor wrote. */
import { readTaskClocks, readTaskFacts, type TaskFacts } from '#server/modules/tasks/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { type Block, context, escaped, literal, plain, section, when } from '../blocks.ts'
import { type SlackLanguage, type SlackWords, wordsIn } from '../words.ts'

export interface ShownTask extends TaskFacts {
  readonly reporters: number
  /** due time, else the end of the SLA clock */
  readonly endsAt: Date | null
}

/** By id; deleted tasks are left out. */
export const readShownTasks = async (
  ctx: TenantContext,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ShownTask>> => {
  if (ids.length === 0) return new Map()
  const [facts, counted, { clocks }] = await Promise.all([
    readTaskFacts(ctx, ids),
    ctx.run<{ id: string; n: number }>(
      'select id, reporter_count as n from task where tenant_id = $1 and id = any($2::uuid[])',
      [ctx.tenantId, ids],
    ),
    readTaskClocks(ctx, ids),
  ])
  const reporters = new Map(counted.map(({ id, n }) => [id, n]))
  const ends = new Map(
    clocks.map((clock) => [clock.taskId, clock.timeOf({ clock: 'RESOLVE', minutesOverdue: 0 })]),
  )
  return new Map(
    facts.map((task) => [
      task.id,
      { ...task, reporters: reporters.get(task.id) ?? 0, endsAt: task.dueAt ?? ends.get(task.id) ?? null },
    ]),
  )
}

export const linkOf = ({ platform }: Pick<TenantContext, 'platform'>, taskId: string): string =>
  `${platform.config.baseUrl}/app/tasks/${taskId}`

const statusOf = ({ status, merged, blocked }: ShownTask, words: SlackWords): string => {
  if (merged) return words.merged
  return blocked && status !== 'DONE' ? words.onHold : words.statuses[status]
}

/** One line: number, title and place, linked. */
export const lineOf = (
  ctx: Pick<TenantContext, 'platform'>,
  task: ShownTask,
  language: SlackLanguage,
): string => {
  const title = task.titleIn(language)
  // The title of a task from reports ends with its room.
  const place = [task.room, task.building].filter(
    (part): part is string => part !== null && !title.endsWith(part),
  )
  const link = `<${linkOf(ctx, task.id)}|#${task.number} ${literal(title)}>`
  return [link, ...place.map(literal)].join(' · ')
}

export const detailOf = (task: ShownTask, words: SlackWords): string =>
  [
    statusOf(task, words),
    words.priorities[task.priority],
    `${words.assignee}: ${literal(task.assigneeName ?? words.unassigned)}`,
    ...(task.endsAt ? [`${words.due}: ${when(task.endsAt)}`] : []),
    ...(task.reporters > 0 ? [words.reporters(task.reporters)] : []),
  ].join(' · ')

const button = (action: string, text: string, taskId: string, style?: 'primary') =>
  ({
    type: 'button',
    action_id: action,
    text: plain(text),
    value: taskId,
    ...(style ? { style } : {}),
  }) as const

/** @param all also those that lead to a dialog of managers and administrators */
export const buttonsOf = (task: ShownTask, words: SlackWords, all: boolean): Block => ({
  type: 'actions',
  elements: [
    ...(task.assigneeId === null ? [button('task.take', words.take, task.id, 'primary')] : []),
    button('task.done', words.done, task.id),
    button('task.blocked', words.blocked, task.id),
    ...(all
      ? [
          button('task.assign', words.assign, task.id),
          {
            ...button('task.spam', words.spam, task.id),
            confirm: {
              title: plain(words.spam),
              text: plain(words.spamAsk),
              confirm: plain(words.spamYes),
              deny: plain(words.cancel),
            },
          },
        ]
      : []),
  ],
})

export interface Card {
  /** shown by notifications and screen readers */
  readonly text: string
  readonly blocks: Block[]
}

/** @param task undefined: it was deleted, and only its number stays known to readers */
export const cardOf = (
  ctx: Pick<TenantContext, 'platform'>,
  task: ShownTask | undefined,
  language: SlackLanguage,
): Card => {
  const words = wordsIn(language)
  if (!task) return { text: words.deleted, blocks: [section(`~${words.deleted}~`)] }
  const line = lineOf(ctx, task, language)
  const over = task.status === 'DONE' || task.merged
  return {
    text: escaped(`#${task.number} ${task.titleIn(language)}`),
    blocks: [
      section(over ? `~${line}~` : line),
      context(detailOf(task, words)),
      ...(over ? [] : [buttonsOf(task, words, true)]),
    ],
  }
}
