/** Saved views: filters, order and columns of a list under a name. They are stored with the current user. */
import { type UseMutationResult, useMutation } from '@tanstack/react-query'
import type { ApiError } from '#client/errors.ts'
import { getMe, type Me, updateMe } from '#contracts/auth.ts'
import type { SavedView, SavedViewInput } from '#contracts/preferences.ts'
import { client } from '../lib/api.ts'
import { currentUserScope, setCurrentUser } from '../lib/current-user.ts'
import { useMe } from '../lib/me.ts'

/** The new list of views; one without `id` is created. */
export type ChangeViews = (views: readonly SavedView[]) => readonly SavedViewInput[]

export const useViews = (screen: string): readonly SavedView[] =>
  (useMe().user?.savedViews ?? []).filter((view) => view.screen === screen)

/** All views are saved together, so they are refetched first: another window may have added one. */
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
