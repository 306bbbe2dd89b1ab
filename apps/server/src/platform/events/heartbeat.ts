/** The worker's heartbeat, with the times of its last sent and last failed email, for all instances. */
import type { Platform } from '../context.ts'

const everyMs = 5000

const text = `update service_state set worker_seen_at = clock_timestamp(),
  mail_sent_at = greatest(mail_sent_at, $1), mail_failed_at = greatest(mail_failed_at, $2)`

/** Resolves after the first heartbeat. @returns function that stops it */
export const startHeartbeat = async ({ databases, metrics }: Platform): Promise<() => void> => {
  const beat = async (): Promise<void> => {
    await databases.worker
      .query({ name: 'heartbeat', text, values: [metrics.mailSentAt, metrics.mailFailedAt] })
      // A missing heartbeat shows by its age.
      .catch(() => {})
  }
  const timer = setInterval(() => void beat(), everyMs)
  timer.unref()
  await beat()
  return () => clearInterval(timer)
}
