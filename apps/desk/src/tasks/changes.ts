/**
 * Changes of tasks from the desk: seen at once, sent with the version that was seen, taken back in words where the
 * service refuses, and offered to be undone. One call for one task or many.
 */
import { useState } from 'react'
import { ApiError } from '#client/errors.ts'
import type { CallInput } from '#client/types.ts'
import type { BulkResult, Task } from '#contracts/tasks/records.ts'
import { bulkTasks } from '#contracts/tasks.ts'
import { refreshAll, useAct } from '../lib/api.ts'
import { useFormat } from '../lib/format.ts'
import { useWords } from '../lib/language.tsx'
import { useErrorWords } from '../parts/states.tsx'
import { dropUndo, offerUndo } from '../parts/undo.tsx'
import { assigneeInput, assigneeValue } from './assignee.tsx'
import { useRefusal } from './use-refusal.ts'
import { taskWords } from './words.ts'

/** What is changed in place. */
export type TaskPart = Partial<Pick<Task, 'status' | 'priority' | 'dueAt' | 'assignee'>>
/** What of a task says so. */
export type Changed = Pick<Task, 'id' | 'title' | 'version' | keyof TaskPart>

type Body = NonNullable<CallInput<typeof bulkTasks>['body']>

const bodyOf = (
  tasks: readonly { readonly id: string; readonly version: number }[],
  { assignee, ...part }: TaskPart,
): Body => ({
  ids: tasks.map(({ id }) => id),
  versions: tasks.map(({ version }) => version),
  ...part,
  ...(assignee === undefined ? {} : { assign: assigneeInput(assigneeValue(assignee)) }),
})

/** The values that a change is about, as the task has them. */
const formerOf = (task: Changed, part: TaskPart): TaskPart =>
  Object.fromEntries((Object.keys(part) as (keyof TaskPart)[]).map((field) => [field, task[field]]))

const isSame = (task: Changed, part: TaskPart): boolean =>
  JSON.stringify(formerOf(task, part)) === JSON.stringify(part)

export interface Refusal {
  readonly id: string
  readonly said: string
}

export interface TaskChanges {
  /** with what was changed here and is not confirmed yet */
  readonly shown: <T extends Changed>(task: T) => T
  readonly change: (tasks: readonly Changed[], part: TaskPart) => Promise<void>
  /** it was changed in another way: offers to take that back. @param version after it */
  readonly tell: (before: Changed, version: number, part: TaskPart) => void
  /** what was not changed, and why */
  readonly refused: readonly Refusal[]
  readonly busy: boolean
}

export const useTaskChanges = (): TaskChanges => {
  const { words } = useWords()
  const tasks = useWords(taskWords)
  const { full } = useFormat()
  const say = useErrorWords()
  const save = useAct(bulkTasks, { quiet: true })
  const [pending, setPending] = useState<ReadonlyMap<string, TaskPart>>(new Map())
  const [refused, setRefused] = useState<readonly Refusal[]>([])
  /** newer than what was read, until that has come anew */
  const [versions, setVersions] = useState<ReadonlyMap<string, number>>(new Map())

  const inWords = (part: TaskPart): string => {
    const said = [
      part.status && words.status[part.status],
      part.priority && words.priority[part.priority],
      part.assignee === undefined ? undefined : (part.assignee?.name ?? tasks.nobody),
      part.dueAt === undefined ? undefined : part.dueAt === null ? tasks.noDue : full(part.dueAt),
    ]
    return said.filter(Boolean).join(', ')
  }
  const why = useRefusal()
  const whyNot = ({ code = 'INTERNAL_ERROR', error = '', path }: BulkResult): string => {
    const fault = new ApiError({
      status: 0,
      code: code as ApiError['code'],
      message: error,
      details: path ? [{ path, message: error }] : [],
    })
    return why(fault) ?? say(fault)
  }
  const refusalOf = (task: Changed, part: TaskPart, why: string): Refusal => ({
    id: task.id,
    said: part.status
      ? tasks.wentBack({ title: task.title, status: words.status[task.status], why })
      : tasks.staysAsItWas({ title: task.title, value: inWords(formerOf(task, part)), why }),
  })

  /** @returns results by id; where the call itself fails, that for each */
  const send = async (body: Body): Promise<ReadonlyMap<string, BulkResult>> => {
    try {
      const results = await save.mutateAsync({ body })
      return new Map(results.map((result) => [result.id, result]))
    } catch (fault) {
      if (!(fault instanceof ApiError)) throw fault
      const { code, message: error, details } = fault
      const path = details[0]?.path
      return new Map(
        (body.ids ?? []).map((id) => [id, { id, ok: false, code, error, ...(path ? { path } : {}) }]),
      )
    }
  }

  const show = (ids: readonly string[], part: TaskPart | undefined): void =>
    setPending((before) => {
      const next = new Map(before)
      for (const id of ids) {
        if (part) next.set(id, { ...next.get(id), ...part })
        else next.delete(id)
      }
      return next
    })

  const undo = async (done: readonly (Changed & { readonly after: number })[], part: TaskPart) => {
    const groups = Map.groupBy(done, (task) => JSON.stringify(formerOf(task, part)))
    const not: Refusal[] = []
    for (const group of groups.values()) {
      const [first] = group
      if (!first) continue
      const former = formerOf(first, part)
      const ids = group.map(({ id }) => id)
      show(ids, former)
      const results = await send(
        bodyOf(
          group.map(({ id, after }) => ({ id, version: after })),
          former,
        ),
      )
      for (const task of group) {
        const result = results.get(task.id)
        if (result?.ok) continue
        not.push({
          id: task.id,
          said: tasks.notTakenBack({
            title: task.title,
            why: whyNot(result ?? { id: task.id, ok: false }),
          }),
        })
      }
    }
    setRefused(not)
    await refreshAll()
    show(
      done.map(({ id }) => id),
      undefined,
    )
  }

  const offer = (done: readonly (Changed & { readonly after: number })[], part: TaskPart): void => {
    const [first] = done
    if (!first) return
    const value = inWords(part)
    const said =
      done.length === 1
        ? tasks.changedTo({ title: first.title, value })
        : tasks.changedMany({ count: done.length, value })
    offerUndo(said, () => undo(done, part))
  }

  const change = async (given: readonly Changed[], part: TaskPart): Promise<void> => {
    const wanted = given.filter((task) => !isSame(task, part))
    if (wanted.length === 0) return
    dropUndo()
    setRefused([])
    const ids = wanted.map(({ id }) => id)
    show(ids, part)
    const seen = wanted.map((task) => ({
      ...task,
      version: Math.max(task.version, versions.get(task.id) ?? 0),
    }))
    const results = await send(bodyOf(seen, part))
    const done = seen.flatMap((task) => {
      const result = results.get(task.id)
      return result?.ok ? [{ ...task, after: result.version ?? task.version + 1 }] : []
    })
    const failed = seen.filter(({ id }) => !results.get(id)?.ok)
    show(
      failed.map(({ id }) => id),
      undefined,
    )
    setVersions((before) => new Map([...before, ...done.map(({ id, after }) => [id, after] as const)]))
    setRefused(
      failed.map((task) => refusalOf(task, part, whyNot(results.get(task.id) ?? { id: task.id, ok: false }))),
    )
    offer(done, part)
    await refreshAll()
    show(ids, undefined)
  }

  return {
    shown: (task) => ({ ...task, ...pending.get(task.id) }),
    change,
    tell: (before, version, part) => offer([{ ...before, after: version }], part),
    refused,
    busy: save.isPending,
  }
}

/** Whether the task may be changed in place. */
export const mayEdit = (task: Pick<Task, 'allowed'>): boolean => task.allowed.includes('edit')
