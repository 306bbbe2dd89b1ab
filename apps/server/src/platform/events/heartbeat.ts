/** A worker tells the other instances that it lives, and when it last sent a mail or failed to. */
import type { Platform } from '../context.ts'

const everyMs = 5000

const text = `update service_state set worker_seen_at = clock_timestamp(),
  mail_sent_at = greatest(mail_sent_at, $1), mail_failed_at = greatest(mail_failed_at, $2)`

/** @returns what ends it */
export const startHeartbeat = ({ databases, metrics }: Platform): (() => void) => {
  const beat = (): void => {
    databases.worker
      .query({ name: 'heartbeat', text, values: [metrics.mailSentAt, metrics.mailFailedAt] })
      // Whoever looks sees its age.
      .catch(() => {})
  }
  const timer = setInterval(beat, everyMs)
  timer.unref()
  beat()
  return () => clearInterval(timer)
}
