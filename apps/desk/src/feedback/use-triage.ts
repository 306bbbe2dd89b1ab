/** The one gathering of this page: it goes on while its person looks at other screens. */
import { useSyncExternalStore } from 'react'
import { bulkFeedback, listRecentFeedback } from '#contracts/dashboard.ts'
import { client, queryClient, runAction } from '../lib/api.ts'
import { beforeSignOut, holdSignOut } from '../lib/before-sign-out.ts'
import { createTriage, type Triage } from './triage.ts'

export const triage: Triage = createTriage({
  send: async (body, { leaving, key }) => {
    const results = await runAction(() =>
      client.call(bulkFeedback, { body }, { leaving, idempotencyKey: key }),
    )
    // What stands on other screens is read there anew; the rows here show it already.
    void queryClient.invalidateQueries({
      refetchType: 'none',
      predicate: ({ queryKey: [path] }) => path !== listRecentFeedback.path && path !== '/api/auth/me',
    })
    // Rows that are on their way may have been read before this was taken, and would bring back what is settled.
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

// The last moment of which a page hears for certain; what is sent then outlives it.
const leave = (): void => {
  if (triage.pending() > 0) void triage.flush(true)
}
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') leave()
})
addEventListener('pagehide', leave)

/** Ends when nothing waits any more. @param urge is done at each change until then */
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
