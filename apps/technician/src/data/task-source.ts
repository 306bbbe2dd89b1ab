/** Reads tasks, first from the cache and then from the service, automatically at most once a minute. */

import { type Cell, cell } from '#client/cell.ts'
import type { Client } from '#client/client.ts'
import type { HistoryEntry, Note, Task } from '#contracts/tasks/records.ts'
import { getTask, getTaskHistory, listTaskNotes, listTasks } from '#contracts/tasks.ts'
import { type ReadTrouble, readTroubleOf } from '#offline/read-trouble.ts'
import type { CachedList, CachedTask, TaskCache } from './task-cache.ts'

/**
 * OFFLINE  no response
 * BUSY     rate limited
 * ENDED    nobody is signed in
 * REFUSED  the role or the plan does not allow it
 * GONE     the task no longer exists
 * SERVICE  an error of the service; `requestId` is for support
 */
export interface TaskSource {
  readonly list: Cell<CachedList | undefined>
  readonly listTrouble: Cell<ReadTrouble | undefined>
  readonly listLoading: Cell<boolean>
  /** the task on the screen */
  readonly opened: Cell<CachedTask | undefined>
  readonly openedTrouble: Cell<ReadTrouble | undefined>
  /** Reads the cache; sends no request. */
  recall(): Promise<void>
  /** Reads the list, at most once a minute unless `asked` (by the user). */
  refresh(asked?: boolean): Promise<void>
  /** Reads a task from the cache, then from the service, at most once a minute. */
  open(id: string): Promise<void>
  close(id: string): void
  /** Reads the open task again if a minute has passed. */
  reopen(): Promise<void>
  /** Reads a task that is known to have changed, if it is open. */
  reread(id: string): Promise<void>
  /** After a change of language: reads the list at once and tasks when they are opened. */
  reword(): Promise<void>
  /** Newest first. @throws ApiError */
  history(id: string): Promise<readonly HistoryEntry[]>
  /** Up to 100 notes, including those right before the last `known` ones, oldest first. @throws ApiError */
  notes(id: string, known: number): Promise<readonly Note[]>
  /** Adds a task that was just created to the list until the list is read again. */
  take(task: Task): void
  forget(): Promise<void>
}

const minute = 60_000
/** A time in the future means that the clock has been set back, so the absolute difference counts. */
export const isWithinMinute = (before: number, now: number): boolean => Math.abs(now - before) < minute
const pageSize = 100

export const createTaskSource = (
  client: Client,
  cache: TaskCache,
  owner: () => { readonly id: string } | undefined,
  now: () => number = Date.now,
): TaskSource => {
  const list = cell<CachedList | undefined>(undefined)
  const listTrouble = cell<ReadTrouble | undefined>(undefined)
  const listLoading = cell(false)
  const opened = cell<CachedTask | undefined>(undefined)
  const openedTrouble = cell<ReadTrouble | undefined>(undefined)
  let askedAt = 0
  let rewordedAt = 0
  let wanted: string | undefined

  const readList = async (whose: string): Promise<void> => {
    const known = list.get()
    // The response is only certain about what happened before the request.
    const readAt = now()
    const reply = await client.send(
      listTasks,
      {
        query: {
          status: ['OPEN', 'IN_PROGRESS'],
          assignee: ['me', 'none'],
          sort: 'clock',
          with: 'field',
          pageSize,
        },
      },
      { ifNoneMatch: known?.etag },
    )
    const seen = reply.notModified
      ? known && { ...known, readAt }
      : {
          owner: whose,
          readAt,
          etag: reply.etag,
          tasks: reply.data.items,
          total: reply.data.total,
        }
    if (!seen) return
    list.set(seen)
    await cache.writeList(seen)
  }

  const readTask = async (whose: string, id: string): Promise<void> => {
    const before = opened.get()
    const known = before?.task.id === id ? before : undefined
    const readAt = now()
    const reply = await client.send(getTask, { params: { id } }, { ifNoneMatch: known?.etag })
    const seen = reply.notModified
      ? known && { ...known, readAt }
      : { owner: whose, readAt, etag: reply.etag, task: reply.data }
    if (!seen) return
    if (wanted === id) opened.set(seen)
    await cache.writeTask(seen)
  }

  const open = async (id: string, isNew = false): Promise<void> => {
    const whose = owner()
    if (!whose) return
    wanted = id
    openedTrouble.set(undefined)
    if (opened.get()?.task.id !== id) opened.set(await cache.readTask(whose.id, id))
    const known = opened.get()
    // The list may be newer than the cached task, e.g. after a visitor's rejection.
    const listed = list.get()?.tasks.find((task) => task.id === id)
    const isOlder = known !== undefined && listed !== undefined && known.task.version < listed.version
    const isRecent = known?.task.id === id && isWithinMinute(known.readAt, now()) && known.readAt > rewordedAt
    if (!isNew && !isOlder && isRecent) return
    try {
      await readTask(whose.id, id)
    } catch (error) {
      if (wanted === id) openedTrouble.set(readTroubleOf(error))
    }
  }

  const refresh = async (asked = false): Promise<void> => {
    const whose = owner()
    if (!whose || listLoading.get() || (!asked && isWithinMinute(askedAt, now()))) return
    askedAt = now()
    listLoading.set(true)
    try {
      await readList(whose.id)
      listTrouble.set(undefined)
    } catch (error) {
      listTrouble.set(readTroubleOf(error))
    } finally {
      listLoading.set(false)
    }
  }

  return {
    list,
    listTrouble,
    listLoading,
    opened,
    openedTrouble,
    recall: async () => {
      const whose = owner()
      if (!whose) return
      const [seen] = await Promise.all([cache.readList(whose.id), cache.keepOnly(whose.id)])
      list.set(seen)
    },
    refresh,
    open: (id) => open(id),
    reread: async (id) => {
      if (wanted === id) await open(id, true)
    },
    close: (id) => {
      if (wanted === id) wanted = undefined
    },
    reopen: async () => {
      if (wanted !== undefined) await open(wanted)
    },
    reword: async () => {
      rewordedAt = now()
      await refresh(true)
    },
    history: async (id) => {
      const page = await client.call(getTaskHistory, {
        params: { id },
        query: { sort: '-at', pageSize },
      })
      return page.items
    },
    notes: async (id, known) => {
      const page = Math.floor(known / pageSize) + 1
      const { items } = await client.call(listTaskNotes, {
        params: { id },
        query: { sort: '-createdAt', page, pageSize },
      })
      return [...items].reverse()
    },
    take: (task) => {
      const known = list.get()
      if (!known || known.tasks.some(({ id }) => id === task.id)) return
      const seen = { ...known, etag: undefined, tasks: [...known.tasks, task], total: known.total + 1 }
      list.set(seen)
      cache.writeList(seen)
    },
    forget: async () => {
      list.set(undefined)
      opened.set(undefined)
      await cache.clear()
    },
  }
}
