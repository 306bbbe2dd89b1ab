import { logout } from '#contracts/auth.ts'
import { client, tokens, toSignIn } from '#desk-kit/lib/api.ts'
import { sendBeforeSignOut } from '#desk-kit/lib/before-sign-out.ts'
import { clearOfflineCache } from '#desk-kit/lib/offline-cache.ts'

/** @param everywhere ends the sessions of all devices and throws where that fails; otherwise a failure is ignored */
export const signOut = async (everywhere = false): Promise<void> => {
  await sendBeforeSignOut()
  try {
    await client.call(logout, { body: { everywhere } })
  } catch (error) {
    // Signed out locally in any case; the refresh token expires.
    if (everywhere) throw error
  }
  await import('#pwa/staff-push.ts').then(({ switchOff }) => switchOff()).catch(() => undefined)
  await clearOfflineCache()
  tokens.clear()
  toSignIn()
}
