/** Creates the services that the screens use. */
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { type Cell, cell } from '#client/cell.ts'
import { createClient, type RetryWait } from '#client/client.ts'
import { databaseName, photoCacheName } from '#client/realm-names.ts'
import { players, staff } from '#client/realms.ts'
import { createSessionStore, type PersonalStore } from '#client/session.ts'
import { newId } from '#client/unique-id.ts'
import { logout } from '#contracts/auth.ts'
import type { AttachmentKind, Task } from '#contracts/tasks/records.ts'
import type { Drafts } from '#offline/drafts.ts'
import { lockOf } from '#offline/lock.ts'
import { createPersons, type Persons } from '#offline/person.ts'
import { switchOff } from '#pwa/staff-push.ts'
import { type Account, createAccount } from './data/account.ts'
import { openDeviceStore } from './data/device-store.ts'
import { createRoomSource, type RoomSource } from './data/rooms.ts'
import { createShiftSource, type ShiftSource } from './data/shift.ts'
import { createTaskSource, type TaskSource } from './data/task-source.ts'
import { isFree } from './data/with-pending.ts'
import { followWithdrawn, type WithdrawnTask } from './data/withdrawn.ts'
import { type NewProblem, type Operation, refusedEnd, type Work } from './outbox/operation.ts'
import { createOutbox, type Outbox } from './outbox/outbox.ts'
import { createTransport } from './outbox/transport.ts'

export interface AppServices {
  readonly sessions: PersonalStore
  readonly persons: Persons
  readonly tasks: TaskSource
  /** tasks that were this person's and went to somebody else */
  readonly withdrawn: Cell<readonly WithdrawnTask[]>
  readonly rooms: RoomSource
  readonly outbox: Outbox
  readonly account: Account
  readonly shift: ShiftSource
  readonly drafts: Drafts
  /** false if this browser stores nothing after the page is closed */
  readonly isPersistent: boolean
  /** some operations are only in memory because the device store refused them */
  readonly unsaved: Cell<boolean>
  /** another user has signed in in another tab */
  readonly othersSession: Cell<boolean>
  /** false after the session has expired */
  readonly signedIn: Cell<boolean>
  /** the client is waiting for a rate limit */
  readonly pausing: Cell<boolean>
  /** the last finished task, while it can be undone */
  readonly undoable: Cell<Undoable | undefined>
  act(task: { id: string; title: string }, work: Work): Promise<Operation>
  /** Creates a task and then uploads its photos. */
  report(problem: NewProblem, photos: readonly Blob[]): Promise<void>
  /** Starts the task or resumes it from hold; an unassigned task is assigned to the user. */
  start(task: Task): Promise<void>
  /**
   * Finishes the task, with photos of the result; can be undone for ten seconds.
   * @param isPublic visitors who reported the task see the photos
   */
  finish(
    task: Finishable,
    work: Extract<Work, { kind: 'status' }>,
    photos?: readonly Blob[],
    isPublic?: boolean,
  ): Promise<void>
  undo(): Promise<void>
  /** @param everywhere ends the sessions of all devices; if that fails, it throws and no session has ended */
  signOut(everywhere?: boolean): Promise<void>
}

type Finishable = { id: string; title: string; status: 'OPEN' | 'IN_PROGRESS' | 'DONE' }

export interface Undoable {
  readonly operation: Operation
  readonly before: Finishable
  /** milliseconds */
  readonly until: number
}

const undoMilliseconds = 10_000

const photoWorks = (
  photos: readonly Blob[],
  attachmentKind: AttachmentKind,
  isPublic = false,
): readonly Work[] =>
  photos.map((photo) => ({ kind: 'photo', photo, attachmentKind, ...(isPublic ? { public: true } : {}) }))

export const openAppServices = async (): Promise<AppServices> => {
  const persons = createPersons(staff, createSessionStore())
  const { sessions } = persons
  const store = await openDeviceStore()
  const signedIn = cell(sessions.read() !== undefined)
  const pausing = cell(false)
  const undoable = cell<Undoable | undefined>(undefined)
  const othersSession = cell(false)
  sessions.subscribe((session) => {
    signedIn.set(session !== undefined)
    othersSession.set(sessions.other() !== undefined)
  })

  const onWait = ({ seconds }: RetryWait): void => {
    pausing.set(true)
    setTimeout(() => pausing.set(false), seconds * 1000)
  }
  const client = createClient({ baseUrl: '', tokens: sessions, onWait })
  // The outbox schedules its own retries, so that the lock is free meanwhile.
  const sender = createClient({ baseUrl: '', tokens: sessions, onWait, maxWaitSeconds: 0 })
  const tasks = createTaskSource(client, store.cache, persons.current)
  const rooms = createRoomSource(client, store.cache, persons.current)
  const outbox = createOutbox({
    storage: store.outbox,
    transport: createTransport(sender, tasks.take),
    owner: persons.current,
    newId,
    withLock: lockOf(staff),
    onPhotoSent: ({ taskId }) => {
      tasks.reread(taskId)
    },
  })

  const act: AppServices['act'] = async (task, work) => {
    const operation = await outbox.add(task, work)
    keepStorage()
    return operation
  }

  return {
    sessions,
    persons,
    tasks,
    withdrawn: followWithdrawn(client, tasks.list, (id) =>
      outbox.operations
        .get()
        .some(({ taskId, work }) => taskId === id && work.kind === 'status' && work.status === 'DONE'),
    ),
    rooms,
    outbox,
    account: createAccount(client, sessions, sender),
    shift: createShiftSource(client, store.cache, persons.current),
    drafts: store.drafts,
    isPersistent: store.isPersistent,
    unsaved: store.outbox.unsaved,
    othersSession,
    signedIn,
    pausing,
    undoable,
    act,
    report: async (problem, photos) => {
      const task = { id: newId(), title: problem.title }
      await outbox.add(task, { kind: 'create', ...problem }, undefined, photoWorks(photos, 'BEFORE'))
      keepStorage()
    },
    start: async (task) => {
      // Starting assigns the task to a technician, but not to a manager, who has to claim it first.
      const manages = sessions.read()?.user.roles.some((role) => role !== 'TECHNICIAN')
      if (isFree(task) && manages) await act(task, { kind: 'claim' })
      await act(task, {
        kind: 'status',
        status: 'IN_PROGRESS',
        ...(task.blocked ? { blocked: null } : {}),
      })
    },
    finish: async (task, work, photos = [], isPublic = false) => {
      const me = persons.current()?.id
      const own = outbox.operations.get().filter(({ owner }) => owner === me)
      const refused = refusedEnd(own, task.id)
      const operation = await outbox.add(
        task,
        { ...refused?.work, ...work },
        undoMilliseconds,
        photoWorks(photos, 'AFTER', isPublic),
      )
      // The new operation replaces the rejected one.
      if (refused) await outbox.discard(refused.id)
      keepStorage()
      undoable.set({ operation, before: task, until: Date.now() + undoMilliseconds })
    },
    undo: async () => {
      const last = undoable.get()
      if (!last) return
      undoable.set(undefined)
      // It was already sent because the screen was left, so undoing needs an operation of its own.
      if (!(await outbox.undo(last.operation.id)))
        await act(last.before, { kind: 'status', status: last.before.status })
    },
    signOut: async (everywhere = false) => {
      try {
        await client.call(logout, { body: { everywhere } })
      } catch (error) {
        if (everywhere) throw error
        // Offline: the session ends on this phone only; on the service it expires after 30 days.
      }
      rooms.forget()
      // Failures of the device store are ignored: the next user's start deletes the data again.
      await Promise.allSettled([
        switchOff(),
        tasks.forget(),
        globalThis.caches?.delete(photoCacheName(staff)),
      ])
      // What the arena has on this phone is of the same person.
      createSessionStore(localStorage, undefined, players).clear()
      globalThis.indexedDB?.deleteDatabase(databaseName(players))
      persons.leave()
      sessions.clear()
    },
  }
}

let asked = false
/** Asks the browser once for persistent storage, so that a full phone does not evict the outbox. */
const keepStorage = (): void => {
  if (asked || !navigator.storage?.persist) return
  asked = true
  navigator.storage.persist().catch(() => undefined)
}

export const AppServicesContext = createContext<AppServices | undefined>(undefined)

export const useAppServices = (): AppServices => {
  const services = useContext(AppServicesContext)
  if (!services) throw new Error('Screens are rendered inside AppServicesContext')
  return services
}
