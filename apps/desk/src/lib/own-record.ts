/** The own record: what is saved here is what the whole app goes by at once. */
import { type UseMutationResult, useMutation } from '@tanstack/react-query'
import type { ApiError } from '#client/errors.ts'
import type { CallInput } from '#client/types.ts'
import { getMe, type Me, updateMe } from '#contracts/auth.ts'
import type { NotificationSettings } from '#contracts/preferences.ts'
import { client, keyOf, orCached, queries, refreshAll } from './api.ts'

export type OwnChanges = CallInput<typeof updateMe>['body']

const key = keyOf(getMe, {})

export const ownRecord = {
  queryKey: key,
  queryFn: (): Promise<Me> => orCached(getMe.path, key, () => client.call(getMe, {})),
  staleTime: 15 * 60_000,
}

export const readMeAgain = (): Promise<void> => queries.invalidateQueries({ queryKey: key })

interface OwnSave {
  readonly body: OwnChanges
  readonly ifMatch?: number
}

/** Changes of the own record go one after the other: two at once would refuse each other. */
export const ownTurn = { scope: { id: 'own record' } }

/** What was chosen and is not answered yet lies over what the service said last. */
let confirmed: Me | undefined
let waiting: readonly Choice[] = []
export const showMe = (me: Me | undefined): void => {
  confirmed = me
  if (me) queries.setQueryData<Me>(key, waiting.reduce(withChoice, me))
}

/** A form of the own record; the answer replaces it. */
export const useSaveMe = (): UseMutationResult<Me, ApiError, OwnSave> =>
  useMutation<Me, ApiError, OwnSave>({
    ...ownTurn,
    mutationFn: ({ body, ifMatch }) => client.call(updateMe, { body }, { ifMatch }),
    onSuccess: showMe,
  })

type Choice = Pick<OwnChanges, 'language' | 'theme' | 'shortcuts' | 'notifications'>

const withKinds = (
  before: NotificationSettings,
  changes: Choice['notifications'] = {},
): NotificationSettings => ({
  taskAssigned: { ...before.taskAssigned, ...changes.taskAssigned },
  taskNew: { ...before.taskNew, ...changes.taskNew },
  urgentTask: { ...before.urgentTask, ...changes.urgentTask },
  alert: { ...before.alert, ...changes.alert },
  wish: { ...before.wish, ...changes.wish },
  digest: { ...before.digest, ...changes.digest },
})

const withChoice = (me: Me, { language, theme, shortcuts, notifications }: Choice): Me =>
  me.user === null
    ? me
    : {
        ...me,
        user: {
          ...me.user,
          ...(language ? { language } : {}),
          ...(theme ? { theme } : {}),
          ...(shortcuts === undefined ? {} : { shortcuts }),
          notifications: withKinds(me.user.notifications, notifications),
        },
      }

/** One press: holds before the service has answered, and goes back when it refuses. */
export const useChoose = (): UseMutationResult<Me, ApiError, Choice> =>
  useMutation<Me, ApiError, Choice>({
    ...ownTurn,
    mutationFn: (body) => client.call(updateMe, { body }),
    onMutate: async (choice) => {
      await queries.cancelQueries({ queryKey: key })
      const now = waiting.length === 0 ? queries.getQueryData<Me>(key) : confirmed
      waiting = [...waiting, choice]
      showMe(now)
    },
    onSuccess: (_me, { language }) => {
      // The service writes some sentences itself.
      if (language) void refreshAll()
    },
    onSettled: (me, _error, choice) => {
      waiting = waiting.filter((one) => one !== choice)
      showMe(me ?? confirmed)
    },
  })
