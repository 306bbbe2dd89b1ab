/** Tasks as the service last told them, for the moments without it. */
import type { Task, TaskDetail } from '#contracts/tasks/records.ts'

export interface SeenList {
  readonly owner: string
  /** milliseconds */
  readonly readAt: number
  readonly etag: string | undefined
  readonly tasks: readonly Task[]
  /** may be more than `tasks` holds */
  readonly total: number
}

export interface SeenTask {
  readonly owner: string
  /** milliseconds */
  readonly readAt: number
  readonly etag: string | undefined
  readonly task: TaskDetail
}

export interface TaskCache {
  readList(owner: string): Promise<SeenList | undefined>
  writeList(seen: SeenList): Promise<void>
  readTask(owner: string, id: string): Promise<SeenTask | undefined>
  writeTask(seen: SeenTask): Promise<void>
  /** Nobody sees what somebody else left on this phone. */
  keepOnly(owner: string): Promise<void>
  clear(): Promise<void>
}

/** Lasts as long as the page. */
export const memoryCache = (): TaskCache => {
  const lists = new Map<string, SeenList>()
  const tasks = new Map<string, SeenTask>()
  return {
    readList: async (owner) => lists.get(owner),
    writeList: async (seen) => {
      lists.set(seen.owner, seen)
    },
    readTask: async (owner, id) => {
      const seen = tasks.get(id)
      return seen?.owner === owner ? seen : undefined
    },
    writeTask: async (seen) => {
      tasks.set(seen.task.id, seen)
    },
    keepOnly: async (owner) => {
      for (const key of lists.keys()) if (key !== owner) lists.delete(key)
      for (const [key, seen] of tasks) if (seen.owner !== owner) tasks.delete(key)
    },
    clear: async () => {
      lists.clear()
      tasks.clear()
    },
  }
}
