/** Cache of tasks, rooms and the user's shift, for offline use. */
import type { KnownIssue } from '#contracts/feedback.ts'
import type { OperatorDetail } from '#contracts/operator/records.ts'
import type { IssueChoice } from '#contracts/records.ts'
import type { Task, TaskDetail } from '#contracts/tasks/records.ts'

export interface CachedList {
  readonly owner: string
  /** when the request started, as of a task; milliseconds */
  readonly readAt: number
  readonly etag: string | undefined
  readonly tasks: readonly Task[]
  /** may be larger than `tasks.length` */
  readonly total: number
}

export interface CachedTask {
  readonly owner: string
  /** milliseconds */
  readonly readAt: number
  readonly etag: string | undefined
  readonly task: TaskDetail
}

export interface CachedShift {
  readonly owner: string
  readonly operator: OperatorDetail
}

export interface CachedRoom {
  readonly owner: string
  /** of the amenity */
  readonly id: string
  /** of its sticker; null if it has none or none is known */
  readonly code: string | null
  /** amenity type; null if not known yet */
  readonly type: string | null
  readonly name: string
  readonly location: string | null
  readonly building: string | null
  /** from the last scan of the sticker; `readAt` in milliseconds */
  readonly sticker:
    | {
        readonly readAt: number
        readonly language: string
        readonly issues: readonly IssueChoice[]
        readonly known: readonly KnownIssue[]
        readonly organisation: string
        readonly contact: string | null
      }
    | undefined
  /** tasks that the user may see, the latest change first; at most 20 */
  readonly tasks: readonly Task[]
  /** milliseconds; 0 before the first read */
  readonly tasksReadAt: number
}

export interface TaskCache {
  readList(owner: string): Promise<CachedList | undefined>
  writeList(seen: CachedList): Promise<void>
  readTask(owner: string, id: string): Promise<CachedTask | undefined>
  writeTask(seen: CachedTask): Promise<void>
  readShift(owner: string): Promise<CachedShift | undefined>
  writeShift(shift: CachedShift): Promise<void>
  readRooms(owner: string): Promise<readonly CachedRoom[] | undefined>
  writeRoom(seen: CachedRoom): Promise<void>
  /** Deletes the data of other users, and their drafts. */
  keepOnly(owner: string): Promise<void>
  clear(): Promise<void>
}

/** In-memory cache, for browsers without storage. */
export const memoryCache = (): TaskCache => {
  const lists = new Map<string, CachedList>()
  const tasks = new Map<string, CachedTask>()
  const shifts = new Map<string, CachedShift>()
  const rooms = new Map<string, CachedRoom>()
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
    readShift: async (owner) => shifts.get(owner),
    writeShift: async (shift) => {
      shifts.set(shift.owner, shift)
    },
    readRooms: async (owner) => [...rooms.values()].filter((room) => room.owner === owner),
    writeRoom: async (seen) => {
      rooms.set(seen.id, seen)
    },
    keepOnly: async () => {},
    clear: async () => {
      lists.clear()
      tasks.clear()
      shifts.clear()
      rooms.clear()
    },
  }
}
