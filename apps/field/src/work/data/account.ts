/** The own record at the service: needs a connection, unlike everything else here. */
import type { Client } from '#client/client.ts'
import { ApiError } from '#client/errors.ts'
import type { TokenStore } from '#client/session.ts'
import type { CallInput } from '#client/types.ts'
import { changePassword, getMe, type Me, updateMe } from '#contracts/auth.ts'
import type { TestNotification } from '#contracts/preferences.ts'
import { type Cell, cell } from '../../parts/cell.ts'

const photoPlace = 'wellkept.photo-needed'

const wasPhotoNeeded = (): boolean => {
  try {
    return localStorage.getItem(photoPlace) === '1'
  } catch {
    return false
  }
}

export interface Account {
  /** as it was read last; undefined until then */
  readonly record: Cell<Me | undefined>
  /** a task is finished only with a photo of the result: as this phone was told last, also without a connection */
  readonly photoNeeded: Cell<boolean>
  /** @throws ApiError */
  load(): Promise<void>
  /** @throws ApiError PRECONDITION_FAILED when the record is not the one of `version` any more */
  save(changes: CallInput<typeof updateMe>['body'], version?: number): Promise<void>
  /** @throws ApiError RATE_LIMITED after five within ten minutes */
  test(): Promise<TestNotification>
  /** One after the other; what has ended meanwhile is what was wanted. @throws ApiError */
  endSessions(ids: readonly string[]): Promise<void>
  /** @throws ApiError */
  changePassword(currentPassword: string, newPassword: string): Promise<void>
}

/** @param impatient waits out no limit: whoever asks for a test is told at once that there were enough */
export const createAccount = (client: Client, sessions: TokenStore, impatient: Client = client): Account => {
  const record = cell<Me | undefined>(undefined)
  const photoNeeded = cell(wasPhotoNeeded())
  const take = (me: Me): void => {
    const session = sessions.read()
    // Somebody else may have signed in here while the answer was on its way.
    if (!session || session.user.id !== me.user?.id) return
    // A reading that was begun before a change may arrive after its answer.
    const known = record.get()
    if (known?.user?.id === me.user.id && me.version < known.version) return
    record.set(me)
    const { photoRequiredToFinish } = me.tenant
    photoNeeded.set(photoRequiredToFinish)
    try {
      localStorage.setItem(photoPlace, photoRequiredToFinish ? '1' : '')
    } catch {
      // Storage is switched off: it is known until the page is left.
    }
    const { name, roles } = me.user
    if (session.user.name !== name || `${session.user.roles}` !== `${roles}`)
      sessions.write({ ...session, user: { ...session.user, name, roles } })
  }
  sessions.subscribe((session) => {
    if (session?.user.id !== record.get()?.user?.id) record.set(undefined)
  })
  const load = async (): Promise<void> => take(await client.call(getMe, {}))
  /** versions that our own change made of another one */
  const followed = new Map<number, number>()
  const newest = (version: number | undefined): number | undefined => {
    const next = version === undefined ? undefined : followed.get(version)
    return next === undefined ? version : newest(next)
  }
  let saving: Promise<unknown> = Promise.resolve()
  /** One after the other, so that what was just ticked here is no change by somebody else to the form below it. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = saving.then(work, work)
    saving = turn.catch(() => {})
    return turn
  }
  return {
    record,
    photoNeeded,
    load,
    save: (changes, version) =>
      inTurn(async () => {
        const wanted = newest(version)
        const me = await client.call(updateMe, { body: changes }, { ifMatch: wanted })
        const before = wanted ?? record.get()?.version
        // Any other step has somebody else's change in it.
        if (before !== undefined && me.version === before + 1) followed.set(before, me.version)
        take(me)
      }),
    test: async () => {
      const me = await impatient.call(updateMe, { body: { testNotification: true } })
      take(me)
      return me.testNotification ?? { by: 'MAIL', devices: 0 }
    },
    endSessions: async (ids) => {
      for (const id of ids) {
        try {
          take(await client.call(updateMe, { body: { endSession: id } }))
        } catch (error) {
          if (!(error instanceof ApiError) || error.code !== 'NOT_FOUND') throw error
          await load()
        }
      }
    },
    changePassword: async (currentPassword, newPassword) => {
      await client.call(changePassword, { body: { currentPassword, newPassword } })
      await load()
    },
  }
}
