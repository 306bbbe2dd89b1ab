/**
 * Writes submissions that arrive together in batches: one statement for feedback and events, each acknowledged only
 * after its commit. A known submissionId gets the result stored first; if a statement fails for another reason its
 * batch is retried by halves, so that a bad row fails alone.
 */
import type pg from 'pg'
import { statementName } from '#server/platform/db/named-dialect.ts'
import { translateDatabaseError } from '#server/platform/db/tenant-db.ts'
import { isTaken } from '#server/platform/db/unique.ts'
import { ServiceError, unavailable } from '#server/platform/errors.ts'

export interface StoredIssue {
  readonly code: string
  readonly detail: string | null
}

export interface Submission {
  readonly tenantId: string
  readonly id: string
  readonly eventId: string
  readonly amenityId: string
  readonly buildingId: string
  readonly rating: number | null
  readonly comment: string | null
  readonly issues: readonly StoredIssue[]
  readonly language: string | null
  readonly source: string
  readonly submissionId: string | null
  readonly state: 'VISIBLE' | 'QUARANTINED' | 'HIDDEN'
  readonly stateReason: string | null
  readonly counted: boolean
  /** an administrator reviews it after the team has read it */
  readonly toReview: boolean
  readonly createdAt: Date
  /** a safety issue */
  readonly urgent: boolean
  /** `traceparent` of the request */
  readonly trace: string | null
  /** payload of the event */
  readonly event: object
}

/** The stored submission. */
export type Stored = Pick<Submission, 'id' | 'createdAt'>

/** Reads a tenant's stored submissions by submissionId. */
export type FindStored = (
  tenantId: string,
  submissionIds: readonly string[],
) => Promise<ReadonlyMap<string, Stored>>

export interface Intake {
  /**
   * Resolves when the submission is durable, with what was stored: the first, if its submissionId is known. Rejects
   * with the database's error, or with SERVICE_UNAVAILABLE if the queue is full; then nothing of it is written.
   */
  submit(submission: Submission): Promise<Stored>
}

interface PendingSubmission {
  readonly submission: Submission
  readonly resolve: (stored: Stored) => void
  readonly reject: (error: unknown) => void
}

const maxBatchRows = 64
/** About two seconds of work for a slow disk; visitors do not wait longer. */
const maxQueued = 2000

// A JSON value for all rows of a table: a parameter for each value of each row took a tenth of the time, and a prepared
// statement for each batch size. Two, since Citus plans no common source of two inserts.
const insertText = `with e as (insert into event (tenant_id, id, type, payload, at, urgent, trace)
    select "tenantId", "eventId", 'feedback.created', event, "createdAt", urgent, trace from json_to_recordset($1) as s (
      "tenantId" uuid, "eventId" uuid, event jsonb, "createdAt" timestamptz, urgent boolean, trace text) returning 1)
  insert into feedback (tenant_id, created_at, id, amenity_id, building_id, rating, comment, issues, language, source,
    submission_id, state, state_reason, counted, to_review)
  select "tenantId", "createdAt", id, "amenityId", "buildingId", rating, comment, issues, language, source,
    "submissionId", state, "stateReason", counted, "toReview" from json_to_recordset($2) as s (
      "tenantId" uuid, "createdAt" timestamptz, id uuid, "amenityId" uuid, "buildingId" uuid, rating smallint, comment text,
      issues jsonb, language text, source text, "submissionId" uuid, state text, "stateReason" text, counted boolean,
      "toReview" boolean) returning 1`
const name = statementName(insertText)

const keyOf = ({ tenantId, submissionId }: Submission): string | undefined =>
  submissionId === null ? undefined : `${tenantId} ${submissionId}`

/** Submissions of a batch that are already stored, by key. */
const storedOf = async (
  batch: readonly PendingSubmission[],
  find: FindStored,
): Promise<ReadonlyMap<string | undefined, Stored>> => {
  const ids = Map.groupBy(
    batch.flatMap(({ submission: { tenantId, submissionId } }) =>
      submissionId === null ? [] : [{ tenantId, submissionId }],
    ),
    ({ tenantId }) => tenantId,
  )
  const found = await Promise.all(
    [...ids].map(async ([tenantId, some]) => {
      const stored = await find(
        tenantId,
        some.map(({ submissionId }) => submissionId),
      )
      return [...stored].map(([submissionId, first]) => [`${tenantId} ${submissionId}`, first] as const)
    }),
  )
  return new Map(found.flat())
}

/**
 * @param find reads stored submissions; the intake's own database role may not
 * @param wake announces that events of the tenant are committed
 */
export const openIntake = (pool: pg.Pool, find: FindStored, wake: (tenantId: string) => void): Intake => {
  let waiting: PendingSubmission[] = []
  let writing = false
  /** submissions in progress by key: a repeat meanwhile shares the answer */
  const sending = new Map<string, Promise<Stored>>()

  const write = async (submissions: readonly Submission[]): Promise<void> => {
    const events = submissions.map(({ tenantId, eventId, event, createdAt, urgent, trace }) => ({
      tenantId,
      eventId,
      event,
      createdAt,
      urgent,
      trace,
    }))
    const feedback = submissions.map(({ eventId, event, urgent, trace, ...rest }) => rest)
    await pool.query({ name, text: insertText, values: [JSON.stringify(events), JSON.stringify(feedback)] })
  }

  const recover = async (batch: readonly PendingSubmission[], error: unknown): Promise<void> => {
    const stored = isTaken(error) ? await storedOf(batch, find) : undefined
    if (stored?.size) {
      const rest = batch.filter(({ submission, resolve }) => {
        const first = stored.get(keyOf(submission))
        if (first) resolve(first)
        return !first
      })
      await flush(rest)
      return
    }
    const translated = translateDatabaseError(error)
    const databaseIsGone = translated instanceof ServiceError && translated.code === 'SERVICE_UNAVAILABLE'
    if (batch.length === 1 || databaseIsGone) {
      for (const { reject } of batch) reject(error)
      return
    }
    const half = batch.length >> 1
    await flush(batch.slice(0, half))
    await flush(batch.slice(half))
  }

  const flush = async (batch: readonly PendingSubmission[]): Promise<void> => {
    if (batch.length === 0) return
    try {
      await write(batch.map(({ submission }) => submission))
    } catch (error) {
      await recover(batch, error)
      return
    }
    for (const { submission, resolve } of batch) resolve(submission)
  }

  const next = (): void => {
    // One batch at a time: two at once share the queue and commit twice, which costs more than waiting.
    if (writing || waiting.length === 0) return
    const batch = waiting.slice(0, maxBatchRows)
    waiting = waiting.slice(maxBatchRows)
    writing = true
    void flush(batch)
      .catch((error: unknown) => {
        // Rejects those without an answer; for the others this does nothing.
        for (const { reject } of batch) reject(error)
      })
      .finally(() => {
        writing = false
        for (const tenantId of new Set(batch.map(({ submission }) => submission.tenantId))) wake(tenantId)
        next()
      })
  }

  const enqueue = (submission: Submission): Promise<Stored> =>
    new Promise((resolve, reject) => {
      waiting.push({ submission, resolve, reject })
      // Submissions of the same turn of the event loop share a batch.
      if (waiting.length === 1) setImmediate(next)
    })

  return {
    submit: async (submission) => {
      const key = keyOf(submission)
      const same = key === undefined ? undefined : sending.get(key)
      if (same) return same
      if (waiting.length >= maxQueued) throw unavailable('Too many reports are arriving right now')
      const stored = enqueue(submission)
      if (key === undefined) return stored
      sending.set(key, stored)
      try {
        return await stored
      } finally {
        sending.delete(key)
      }
    },
  }
}
