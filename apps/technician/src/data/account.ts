/** The current user's account. Unlike the rest of the app it needs a connection. */

import { type Cell, cell } from '#client/cell.ts'
import type { Client } from '#client/client.ts'
import { ApiError } from '#client/errors.ts'
import type { TokenStore } from '#client/session.ts'
import type { CallInput } from '#client/types.ts'
import { changePassword, getMe, type Me, updateMe } from '#contracts/auth.ts'
import type { TestNotification } from '#contracts/preferences.ts'

const photoKey = 'wellkept.photo-needed'

const wasPhotoNeeded = (): boolean => {
  try {
    return localStorage.getItem(photoKey) === '1'
  } catch {
    return false
  }
}

export type OwnRecord = Me & { readonly user: NonNullable<Me['user']> }

export interface Account {
  /** as last read; undefined before that */
  readonly record: Cell<OwnRecord | undefined>
  /** whether finishing a task needs a photo of the result; also known offline, as last read */
  readonly photoNeeded: Cell<boolean>
  /** @throws ApiError */
  load(): Promise<void>
  /** @throws ApiError PRECONDITION_FAILED when the record's version is no longer `version` */
  save(changes: CallInput<typeof updateMe>['body'], version?: number): Promise<void>
  /** @throws ApiError RATE_LIMITED after five tests within ten minutes */
  test(): Promise<TestNotification>
  /** Ends sessions one after the other; one that is already gone is no error. @throws ApiError */
  endSessions(ids: readonly string[]): Promise<void>
  /** @throws ApiError */
  changePassword(currentPassword: string, newPassword: string): Promise<void>
}

/** @param impatient a client that does not wait for rate limits, so that too many tests are reported at once */
export const createAccount = (client: Client, sessions: TokenStore, impatient: Client = client): Account => {
  const record = cell<OwnRecord | undefined>(undefined)
  const photoNeeded = cell(wasPhotoNeeded())
  const take = (me: Me): void => {
    const session = sessions.read()
    const { user } = me
    // Another user may have signed in while the request was running.
    if (!session || !user || session.user.id !== user.id) return
    // A read that started before a change may arrive after the change's response.
    const known = record.get()
    if (known?.user.id === user.id && me.version < known.version) return
    record.set({ ...me, user })
    const { photoRequiredToFinish } = me.tenant
    photoNeeded.set(photoRequiredToFinish)
    try {
      localStorage.setItem(photoKey, photoRequiredToFinish ? '1' : '')
    } catch {
      // Storage is disabled: the value lasts until the page is closed.
    }
    const { name, roles } = user
    if (session.user.name !== name || `${session.user.roles}` !== `${roles}`)
      sessions.write({ ...session, user: { ...session.user, name, roles } })
  }
  sessions.subscribe((session) => {
    if (session?.user.id !== record.get()?.user.id) record.set(undefined)
  })
  const load = async (): Promise<void> => take(await client.call(getMe, {}))
  /** version before our own change → version after it */
  const followed = new Map<number, number>()
  const newest = (version: number | undefined): number | undefined => {
    const next = version === undefined ? undefined : followed.get(version)
    return next === undefined ? version : newest(next)
  }
  let saving: Promise<unknown> = Promise.resolve()
  /** Runs changes one after the other, so that our own change does not look like a conflict to another form. */
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
        // A larger step includes a change by someone else.
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
