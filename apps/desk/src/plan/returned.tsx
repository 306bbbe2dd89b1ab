/** BIL-2 and BIL-3: what came of a visit to the payment provider. */
import { useEffect, useState } from 'react'
import { getSubscription } from '#contracts/billing.ts'
import { refreshAll, useApi } from '#desk-kit/lib/api.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { planMessages } from './messages.ts'

const askEverySeconds = 2
const askForMs = 30_000

/** The plan changes some seconds after the payment, so it is asked for until it has. */
export const Waiting = () => {
  const { words } = useMessages()
  const t = useMessages(planMessages)
  const [over, setOver] = useState(false)
  const { data } = useApi(getSubscription, {}, { again: () => (over ? 0 : askEverySeconds) })
  const changed = data !== undefined && data.source === 'PROVIDER' && data.state !== 'PAST_DUE'
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), askForMs)
    return () => clearTimeout(timer)
  }, [])
  useEffect(() => {
    if (!changed) return
    setOver(true)
    // The banner above the page tells of the trial or the missed payment until the tenant is read again.
    void refreshAll(true)
  }, [changed])
  if (changed) return <p role="status">{t.done({ plan: words.plans[data.plan] })}</p>
  return <p role="status">{over ? t.late : t.waiting}</p>
}
