/** The current user of staff: query and updates. */
import { type UseMutationResult, useMutation } from '@tanstack/react-query'
import type { ApiError } from '#client/errors.ts'
import type { CallInput } from '#client/types.ts'
import { getMe, type Me, updateMe } from '#contracts/auth.ts'
import type { NotificationSettings } from '#contracts/preferences.ts'
import { client, keyOf, orCached, queryClient, refreshAll } from './api.ts'
import type { MeSource, Viewer } from './me.ts'

export type CurrentUserPatch = CallInput<typeof updateMe>['body']

const key = keyOf(getMe, {})

export const currentUserQuery = {
  queryKey: key,
  queryFn: (): Promise<Me> => orCached(getMe.path, key, () => client.call(getMe, {})),
  // Support reads for 15 minutes, so that it is in is seen before that.
  staleTime: 2 * 60_000,
}

export const refetchCurrentUser = (): Promise<void> => queryClient.invalidateQueries({ queryKey: key })

interface CurrentUserSave {
  readonly body: CurrentUserPatch
  readonly ifMatch?: number
}

/** Updates of the current user run one after another: parallel ones would conflict. */
export const currentUserScope = { scope: { id: 'current user' } }

let confirmed: Me | undefined
let pending: readonly Preference[] = []
export const setCurrentUser = (me: Me | undefined): void => {
  confirmed = me
  if (me) queryClient.setQueryData<Me>(key, pending.reduce(withPreference, me))
}

/** For a form of the current user; the answer replaces the cached one. */
export const useUpdateCurrentUser = (): UseMutationResult<Me, ApiError, CurrentUserSave> =>
  useMutation<Me, ApiError, CurrentUserSave>({
    ...currentUserScope,
    mutationFn: ({ body, ifMatch }) => client.call(updateMe, { body }, { ifMatch }),
    onSuccess: setCurrentUser,
  })

type Preference = Pick<CurrentUserPatch, 'language' | 'theme' | 'shortcuts' | 'notifications'>

const withNotifications = (
  before: NotificationSettings,
  changes: Preference['notifications'] = {},
): NotificationSettings => ({
  taskAssigned: { ...before.taskAssigned, ...changes.taskAssigned },
  taskNew: { ...before.taskNew, ...changes.taskNew },
  urgentTask: { ...before.urgentTask, ...changes.urgentTask },
  sla: { ...before.sla, ...changes.sla },
  alert: { ...before.alert, ...changes.alert },
  wish: { ...before.wish, ...changes.wish },
  arena: { ...before.arena, ...changes.arena },
  digest: { ...before.digest, ...changes.digest },
})

const withPreference = (me: Me, { language, theme, shortcuts, notifications }: Preference): Me =>
  me.user === null
    ? me
    : {
        ...me,
        user: {
          ...me.user,
          ...(language ? { language } : {}),
          ...(theme ? { theme } : {}),
          ...(shortcuts === undefined ? {} : { shortcuts }),
          notifications: withNotifications(me.user.notifications, notifications),
        },
      }

/** Optimistic update of a preference; rolled back when the service rejects it. */
export const useUpdatePreference = (): UseMutationResult<Me, ApiError, Preference> =>
  useMutation<Me, ApiError, Preference>({
    ...currentUserScope,
    mutationFn: (body) => client.call(updateMe, { body }),
    onMutate: async (preference) => {
      await queryClient.cancelQueries({ queryKey: key })
      const now = pending.length === 0 ? queryClient.getQueryData<Me>(key) : confirmed
      pending = [...pending, preference]
      setCurrentUser(now)
    },
    onSuccess: (_me, { language }) => {
      // The service words some texts itself, in the language of the user.
      if (language) void refreshAll()
    },
    onSettled: (me, _error, preference) => {
      pending = pending.filter((one) => one !== preference)
      setCurrentUser(me ?? confirmed)
    },
  })

const firstDays = { MONDAY: 1, SATURDAY: 6, SUNDAY: 7 } as const

const viewerOf = (me: Me): Viewer => ({
  name: me.user?.name ?? me.key?.name ?? '',
  organisation: me.tenant.name,
  language: me.user?.language ?? me.tenant.language,
  theme: me.user?.theme,
  shortcuts: me.user?.shortcuts ?? true,
  timeZone: me.user?.timeZone ?? me.tenant.timeZone,
  firstDay: firstDays[me.tenant.weekStart] ?? 1,
  staff: me,
})

export const staffMe: MeSource<Me> = { query: currentUserQuery, viewerOf, useChoose: useUpdatePreference }
