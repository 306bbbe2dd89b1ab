/**
 * Optimistic changes of tasks: sent one after another with the version that was seen, rolled back with a message
 * when refused, and offered for undo. The same for one task and for many.
 */
import { useRef, useState } from 'react'
import { ApiError } from '#client/errors.ts'
import type { CallInput } from '#client/types.ts'
import type { BulkResult, Task } from '#contracts/tasks/records.ts'
import { bulkTasks } from '#contracts/tasks.ts'
import { refreshAfter, useAction } from '#desk-kit/lib/api.ts'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { useErrorText } from '#desk-kit/parts/states.tsx'
import { dropUndo, offerUndo } from '#desk-kit/parts/undo.tsx'
import { assigneeInput, assigneeValue } from './assignee.tsx'
import { taskMessages } from './messages.ts'
import { useRefusal } from './use-refusal.ts'

/** Fields that can be changed in place. */
export type TaskPart = Partial<Pick<Task, 'status' | 'priority' | 'dueAt' | 'assignee'>>
/** Fields that identify a task in messages and hold the former values. */
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

/** The former values of the changed fields. */
const formerValues = (task: Changed, part: TaskPart): TaskPart =>
  Object.fromEntries((Object.keys(part) as (keyof TaskPart)[]).map((field) => [field, task[field]]))

const isSame = (task: Changed, part: TaskPart): boolean =>
  JSON.stringify(formerValues(task, part)) === JSON.stringify(part)

/** Converts an item of a bulk answer. */
const refusalOf = ({
  code = 'INTERNAL_ERROR',
  error: message = '',
  path,
}: Partial<BulkResult> = {}): ApiError =>
  new ApiError({
    status: 0,
    code: code as ApiError['code'],
    message,
    details: path ? [{ path, message }] : [],
  })

export interface Refusal {
  readonly id: string
  readonly message: string
}

/** A change that is shown but not confirmed yet. */
interface Pending {
  readonly id: string
  readonly part: TaskPart
}

/** Tasks that get the same change. */
interface Group {
  readonly rows: readonly Changed[]
  readonly part: TaskPart
}

/** Text of a refusal. */
type RefusalText = (task: Changed, part: TaskPart, why: string) => string

export interface TaskChanges {
  /** the task with its unconfirmed changes */
  readonly shown: <T extends Changed>(task: T) => T
  readonly change: (tasks: readonly Changed[], part: TaskPart) => Promise<void>
  /** reports a change made elsewhere, to offer its undo. @param version after the change */
  readonly tell: (before: Changed, version: number, part: TaskPart) => void
  readonly refused: readonly Refusal[]
  readonly busy: boolean
}

export const useTaskChanges = (): TaskChanges => {
  const { words } = useMessages()
  const tasks = useMessages(taskMessages)
  const { full } = useFormat()
  const say = useErrorText()
  const save = useAction(bulkTasks, { quiet: true })
  /** later changes override earlier ones */
  const [pending, setPending] = useState<readonly Pending[]>([])
  const [refused, setRefused] = useState<readonly Refusal[]>([])
  /** versions after changes of this page, until newer rows have been fetched */
  const versions = useRef(new Map<string, number>())
  const turn = useRef<Promise<unknown>>(Promise.resolve())

  const inWords = ({ status, priority, assignee, dueAt }: TaskPart): string =>
    [
      status && words.status[status],
      priority && words.priority[priority],
      assignee !== undefined && (assignee?.name ?? tasks.nobody),
      dueAt !== undefined && (dueAt ? full(dueAt) : tasks.noDue),
    ]
      .filter(Boolean)
      .join(', ')
  const why = useRefusal()
  const notChanged: RefusalText = (task, part, why) =>
    part.status
      ? tasks.wentBack({ title: task.title, status: words.status[task.status], why })
      : tasks.staysAsItWas({ title: task.title, value: inWords(formerValues(task, part)), why })

  const sendGroup = async ({ rows, part }: Group, not: RefusalText): Promise<readonly Changed[]> => {
    const seen = rows.map((task) => ({
      ...task,
      version: Math.max(task.version, versions.current.get(task.id) ?? 0),
    }))
    let results: readonly BulkResult[] = []
    /** error of the request, which applies to each task */
    let fault: ApiError | undefined
    try {
      results = await save.mutateAsync({ body: bodyOf(seen, part) })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      fault = error
    }
    const done: Changed[] = []
    const failed: Refusal[] = []
    for (const task of seen) {
      const { id } = task
      const result = results.find((one) => one.id === id)
      if (result?.ok) {
        const { version = task.version + 1 } = result
        versions.current.set(id, version)
        done.push({ ...task, version })
      } else {
        const refusal = fault ?? refusalOf(result)
        const message = not(task, part, why(refusal) ?? say(refusal))
        failed.push({ id: [id, ...Object.keys(part)].join(), message })
      }
    }
    setPending((before) => before.filter((one) => one.part !== part || done.some(({ id }) => id === one.id)))
    // Of several refusals of one task, the first knows its original values.
    setRefused((before) => [...before, ...failed.filter(({ id }) => before.every((one) => one.id !== id))])
    return done
  }

  /**
   * Shows the change at once and sends it after the earlier ones, with their resulting version, so that two in a
   * row do not conflict. @param then gets the changed tasks with their new versions
   */
  const put = async (
    groups: readonly Group[],
    not: RefusalText,
    then?: (done: readonly Changed[]) => void,
  ): Promise<void> => {
    setRefused([])
    const own = groups.flatMap(({ rows, part }) => rows.map(({ id }) => ({ id, part })))
    setPending((before) => [...before, ...own])
    const sent = turn.current.then(async () => {
      const done: Changed[] = []
      for (const group of groups) done.push(...(await sendGroup(group, not)))
      then?.(done)
    })
    const last = sent.catch(() => undefined)
    turn.current = last
    await sent
    // Only the last queued change refetches: an earlier refetch would lack the later changes.
    if (turn.current !== last) return
    await refreshAfter(bulkTasks)
    if (turn.current === last) setPending([])
  }

  const undo = (done: readonly Changed[], part: TaskPart): Promise<void> => {
    const groups = Map.groupBy(done, (task) => JSON.stringify(formerValues(task, part))).values()
    return put(
      [...groups].flatMap((rows) => (rows[0] ? [{ rows, part: formerValues(rows[0], part) }] : [])),
      ({ title }, _, why) => tasks.notTakenBack({ title, why }),
    )
  }

  /** @param done the tasks before the change, with the version after it */
  const offer = (done: readonly Changed[], part: TaskPart): void => {
    const [first] = done
    if (!first) return
    const value = inWords(part)
    const message =
      done.length === 1
        ? tasks.changedTo({ title: first.title, value })
        : tasks.changedMany({ count: done.length, value })
    offerUndo(message, () => undo(done, part))
  }

  const change = async (given: readonly Changed[], part: TaskPart): Promise<void> => {
    const wanted = given.filter((task) => !isSame(task, part))
    if (wanted.length === 0) return
    dropUndo()
    await put([{ rows: wanted, part }], notChanged, (done) => offer(done, part))
  }

  return {
    shown: (task) =>
      pending.reduce((now, { id, part }) => (id === task.id ? { ...now, ...part } : now), task),
    change,
    tell: (before, version, part) => offer([{ ...before, version }], part),
    refused,
    busy: save.isPending,
  }
}

export const mayEdit = (task: Pick<Task, 'allowed'>): boolean => task.allowed.includes('edit')
