/** Views that a person has saved: a list with its filters, order and columns, by a name. They are stored with the current user. */
import { type UseMutationResult, useMutation } from '@tanstack/react-query'
import type { ApiError } from '#client/errors.ts'
import { getMe, type Me, updateMe } from '#contracts/auth.ts'
import type { SavedView, SavedViewInput } from '#contracts/preferences.ts'
import { client } from '../lib/api.ts'
import { currentUserScope, setCurrentUser } from '../lib/current-user.ts'
import { useMe } from '../lib/me.ts'

/** As they are to be: without `id` a new one. */
export type ChangeViews = (views: readonly SavedView[]) => readonly SavedViewInput[]

export const useViews = (screen: string): readonly SavedView[] =>
  (useMe().user?.savedViews ?? []).filter((view) => view.screen === screen)

/** The whole list is saved at once, so it is read again before: another window may have saved a view too. */
export const useChangeViews = (): UseMutationResult<Me, ApiError, ChangeViews> =>
  useMutation<Me, ApiError, ChangeViews>({
    ...currentUserScope,
    mutationFn: async (change) => {
      const { user, version } = await client.call(getMe, {})
      const savedViews = [...change(user?.savedViews ?? [])]
      return client.call(updateMe, { body: { savedViews } }, { ifMatch: version })
    },
    onSuccess: setCurrentUser,
  })
