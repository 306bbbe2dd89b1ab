/** The way out: the session ends here in any case. */
import { logout } from '#contracts/auth.ts'
import { client, tokens, toSignIn } from '../lib/api.ts'
import { sendBeforeSignOut } from '../lib/before-sign-out.ts'
import { clearOfflineCache } from '../lib/offline-cache.ts'

/** @param everywhere ends the sessions of all devices; then a failure is thrown and nothing has ended */
export const signOut = async (everywhere = false): Promise<void> => {
  await sendBeforeSignOut()
  try {
    await client.call(logout, { body: { everywhere } })
  } catch (error) {
    // Signed out here in any case; the refresh token ends by itself.
    if (everywhere) throw error
  }
  await import('#ui/push/device.ts').then(({ switchOff }) => switchOff()).catch(() => undefined)
  await clearOfflineCache()
  tokens.clear()
  toSignIn()
}
