/** Cache of tasks, rooms and the own shift, for use while offline. */
import type { KnownIssue } from '#contracts/feedback.ts'
import type { OperatorDetail } from '#contracts/operator/records.ts'
import type { IssueChoice } from '#contracts/records.ts'
import type { Task, TaskDetail } from '#contracts/tasks/records.ts'

export interface CachedList {
  readonly owner: string
  /** when it was asked for, as of a task; milliseconds */
  readonly readAt: number
  readonly etag: string | undefined
  readonly tasks: readonly Task[]
  /** may be more than `tasks` holds */
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

/** A form that was begun and not sent: its texts or its photos, which need not be written with each letter. */
export interface FormDraft {
  /** the person's id, a blank, and what it is */
  readonly owner: string
  /** milliseconds; 0 once it is over */
  readonly at: number
  readonly texts?: Readonly<Record<string, string>>
  /** some phones lose a Blob with the record that it was read from */
  readonly photos?: readonly ArrayBuffer[]
}

export interface CachedRoom {
  readonly owner: string
  /** of the amenity */
  readonly id: string
  /** of its sticker; null where it has none, or none is known */
  readonly code: string | null
  /** of the amenity; null where it is not known yet */
  readonly type: string | null
  readonly name: string
  readonly location: string | null
  readonly building: string | null
  /** what the sticker told when it was scanned last; `readAt` in milliseconds */
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
  /** those that the person may see, the latest change first; at most 20 */
  readonly tasks: readonly Task[]
  /** milliseconds; 0 before the first reading */
  readonly tasksReadAt: number
}

export interface TaskCache {
  readList(owner: string): Promise<CachedList | undefined>
  writeList(seen: CachedList): Promise<void>
  readTask(owner: string, id: string): Promise<CachedTask | undefined>
  writeTask(seen: CachedTask): Promise<void>
  /** What there is one of: the shift of a person, a form that they began. */
  readKept(owner: string): Promise<Partial<CachedShift & FormDraft> | undefined>
  writeKept(kept: CachedShift | FormDraft): Promise<void>
  readRooms(owner: string): Promise<readonly CachedRoom[] | undefined>
  writeRoom(seen: CachedRoom): Promise<void>
  /** Nobody sees what somebody else left on this phone, or what was begun a day ago. */
  keepOnly(owner: string): Promise<void>
  clear(): Promise<void>
}

/** Lasts as long as the page, which is one person's. */
export const memoryCache = (): TaskCache => {
  const lists = new Map<string, CachedList>()
  const tasks = new Map<string, CachedTask>()
  const shifts = new Map<string, CachedShift | FormDraft>()
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
    readKept: async (owner) => shifts.get(owner),
    writeKept: async (kept) => {
      shifts.set(kept.owner, kept)
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
