/** The same transport; what left and what did not is counted. */
import type { Metrics } from '../metrics/counters.ts'
import type { Mail } from './message.ts'

export const countMails = (mail: Mail, metrics: Metrics): Mail => ({
  ...mail,
  send: async (message) => {
    try {
      await mail.send(message)
      metrics.mailsSent++
    } catch (error) {
      metrics.mailsFailed++
      throw error
    }
  },
})
