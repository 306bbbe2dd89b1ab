/** The one queue of this page; it keeps sending while other screens are open. */
import { useSyncExternalStore } from 'react'
import { bulkFeedback, listRecentFeedback } from '#contracts/dashboard.ts'
import { client, queryClient, runAction } from '#desk-kit/lib/api.ts'
import { beforeSignOut, holdSignOut } from '#desk-kit/lib/before-sign-out.ts'
import { createTriage, type Triage } from './triage.ts'

export const triage: Triage = createTriage({
  send: async (body, { leaving, key }) => {
    const results = await runAction(() =>
      client.call(bulkFeedback, { body }, { leaving, idempotencyKey: key }),
    )
    // Rows of this list already show the change; other queries become stale.
    void queryClient.invalidateQueries({
      refetchType: 'none',
      predicate: ({ queryKey: [path] }) => path !== listRecentFeedback.path && path !== '/api/auth/me',
    })
    // Rows in flight may have been read before the change and would undo it on screen.
    void queryClient.invalidateQueries({
      refetchType: 'all',
      predicate: ({ queryKey: [path], state }) =>
        path === listRecentFeedback.path && state.fetchStatus === 'fetching',
    })
    return results
  },
  now: Date.now,
  after: (milliseconds, run) => {
    const timer = setTimeout(run, milliseconds)
    return () => clearTimeout(timer)
  },
})

// `pagehide` is the last event that a page reliably gets; requests sent then are kept alive.
const leave = (): void => {
  if (triage.pending() > 0) void triage.flush(true)
}
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') leave()
})
addEventListener('pagehide', leave)

/** Resolves when nothing is pending. @param urge called on each change until then */
const sent = (urge?: () => void): Promise<void> =>
  new Promise((resolve) => {
    const look = (): void => {
      urge?.()
      if (triage.pending() > 0) return
      end()
      resolve()
    }
    const end = triage.subscribe(look)
    look()
  })
beforeSignOut(() => sent(leave))
let isHoldingSignOut = false
triage.subscribe(() => {
  if (isHoldingSignOut || triage.pending() === 0) return
  isHoldingSignOut = true
  holdSignOut(
    sent().then(() => {
      isHoldingSignOut = false
    }),
  )
})

export const useTriage = (): Triage => {
  useSyncExternalStore(triage.subscribe, triage.version)
  return triage
}
