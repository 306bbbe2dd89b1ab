/** Deliveries and their attempts as the API returns them. */
import type { AttemptError, DeliveryAttempt, SentNow, WebhookDelivery } from '#contracts/webhooks.ts'
import type { Attempt } from './send.ts'

export interface AttemptRow {
  at: Date
  status: number | null
  duration_ms: number
  error: string | null
  answer: string
}

export interface DeliveryRow {
  id: string
  event_id: string
  type: string
  state: string
  next_attempt_at: Date | null
  created_at: Date
  body: string | null
  attempts: { at: string; status: number | null; duration_ms: number; error: string | null; answer: string }[]
}

export const presentAttempt = (row: AttemptRow): DeliveryAttempt => ({
  at: row.at.toISOString(),
  status: row.status,
  durationMs: row.duration_ms,
  error: row.error as AttemptError | null,
  answer: row.answer,
})

export const presentDelivery = (row: DeliveryRow): WebhookDelivery => ({
  id: row.id,
  eventId: row.event_id,
  type: row.type,
  state: row.state as WebhookDelivery['state'],
  attempts: row.attempts.map((one) => presentAttempt({ ...one, at: new Date(one.at) })),
  nextAttemptAt: row.next_attempt_at?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
  body: row.body,
})

export const presentOutcome = (
  deliveryId: string,
  { retryAfterMs: _asked, ...attempt }: Attempt,
): SentNow => ({
  deliveryId,
  ...attempt,
})
