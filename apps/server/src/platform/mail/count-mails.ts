/** Wraps a transport and counts sent and failed emails. */
import type { Clock } from '../clock.ts'
import type { Metrics } from '../metrics/counters.ts'
import type { Mail } from './message.ts'

export const countMails = (mail: Mail, metrics: Metrics, clock: Clock): Mail => ({
  ...mail,
  send: async (message) => {
    try {
      await mail.send(message)
      metrics.mailsSent++
      metrics.mailSentAt = clock.now()
    } catch (error) {
      metrics.mailsFailed++
      metrics.mailFailedAt = clock.now()
      throw error
    }
  },
})
