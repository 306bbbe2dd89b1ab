/** Lists, takes and finishes tasks. */
import type { Input } from '#contracts/kit/endpoint.ts'
import type { listTasks as contract } from '#contracts/tasks.ts'
import { claimTask, listTasks, setTaskStatus } from '#server/modules/tasks/public.ts'
import { rememberOperation } from '#server/platform/operations.ts'
import type { Member } from '../as-member.ts'
import { type Block, context, section } from '../blocks.ts'
import { detailOf, lineOf, readShownTasks } from '../messages/task-card.ts'
import type { Command } from './parse-command.ts'

const most = 10

type ListQuery = NonNullable<Input<typeof contract>['query']>

/** @param query of GET /api/tasks */
export const linesOf = async (
  { staff, language, words, run }: Member,
  query: ListQuery,
  size = most,
): Promise<{ readonly lines: Block[]; readonly more: number }> => {
  const { items, total } = await run(listTasks, { query: { ...query, pageSize: size } })
  const shown = await readShownTasks(
    staff,
    items.map(({ id }) => id),
  )
  const lines = items.flatMap(({ id }) => {
    const task = shown.get(id)
    return task ? [section(`${lineOf(staff, task, language)}\n${detailOf(task, words)}`)] : []
  })
  return { lines, more: total - items.length }
}

export const list = async (
  member: Member,
  { which, words: typed }: Extract<Command, { kind: 'list' }>,
): Promise<Block[]> => {
  const { words } = member
  const { lines, more } = await linesOf(member, {
    status: ['OPEN', 'IN_PROGRESS'],
    sort: 'clock',
    ...(which === 'mine' ? { assignee: ['me'] } : {}),
    ...(typed === '' ? {} : { q: typed }),
  })
  if (lines.length === 0) return [section(words.noTasks)]
  return more > 0 ? [...lines, context(words.moreTasks(more))] : lines
}

const idOfNumber = async ({ staff }: Member, number: string): Promise<string | undefined> => {
  if (!/^\d{1,9}$/.test(number)) return undefined
  const [row] = await staff.run<{ id: string }>('select id from task where tenant_id = $1 and number = $2', [
    staff.tenantId,
    Number(number),
  ])
  return row?.id
}

/** @param clientId of the command: repeated, it says the same and does nothing */
export const take = async (member: Member, number: string, clientId: string): Promise<string> => {
  const id = await idOfNumber(member, number)
  if (id === undefined) return member.words.noTask(number)
  if (await rememberOperation(member.staff, clientId, id)) await member.run(claimTask, { params: { id } })
  return member.words.taken(Number(number))
}

export const finish = async (
  member: Member,
  { number, note }: Extract<Command, { kind: 'done' }>,
  clientId: string,
): Promise<string> => {
  const id = await idOfNumber(member, number)
  if (id === undefined) return member.words.noTask(number)
  const body = { status: 'DONE' as const, ...(note ? { note } : {}) }
  if (await rememberOperation(member.staff, clientId, id))
    await member.run(setTaskStatus, { params: { id }, body })
  return member.words.finished(Number(number))
}
