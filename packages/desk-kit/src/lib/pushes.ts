/** Renews the push subscription after sign-in or when the browser's endpoint changed. */
import { updateMe } from '#contracts/auth.ts'
import { keepOn } from '#pwa/staff-push.ts'
import { client, queryClient } from './api.ts'
import { currentUserQuery } from './current-user.ts'

export const followPushes = async (): Promise<void> => {
  const me = await queryClient.ensureQueryData(currentUserQuery)
  if (!me.user) return
  await keepOn({ ...me, user: me.user }, async (add) => {
    const now = await client.call(updateMe, { body: { pushSubscriptions: { add } } })
    queryClient.setQueryData(currentUserQuery.queryKey, now)
  })
}
