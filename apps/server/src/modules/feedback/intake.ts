/**
 * Submissions that arrive together are written together: one statement for feedback and events, each acknowledged
 * only after its commit. Where a statement fails, its rows are tried one by one, so that a bad row fails alone.
 */
import type pg from 'pg'
import { statementName } from '#server/platform/db/named-dialect.ts'
import { translateDatabaseError } from '#server/platform/db/tenant-db.ts'
import { ServiceError } from '#server/platform/errors.ts'

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
  readonly createdAt: Date
  /** payload of the event */
  readonly event: object
}

export interface Intake {
  /** Resolves when the submission is durable. Rejects with the database's error, code 23505 for a known submissionId. */
  submit(submission: Submission): Promise<void>
}

interface Waiting {
  readonly submission: Submission
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

const mostRows = 64

// One value for all rows: sixteen for each row cost the service a tenth of its time, and a statement for each number of rows.
const text = `with s as (select * from json_to_recordset($1) as s (
    "tenantId" uuid, id uuid, "eventId" uuid, "amenityId" uuid, "buildingId" uuid, rating smallint, comment text, issues jsonb,
    language text, source text, "submissionId" uuid, state text, "stateReason" text, counted boolean, "createdAt" timestamptz,
    event jsonb)),
  e as (insert into event (tenant_id, id, type, payload, at)
    select "tenantId", "eventId", 'feedback.created', event, "createdAt" from s)
  insert into feedback (tenant_id, created_at, id, amenity_id, building_id, rating, comment, issues, language, source,
    submission_id, state, state_reason, counted)
  select "tenantId", "createdAt", id, "amenityId", "buildingId", rating, comment, issues, language, source,
    "submissionId", state, "stateReason", counted from s`
const name = statementName(text)

/** @param wake tells the worker that events wait; called after each commit */
export const openIntake = (pool: pg.Pool, wake: () => void): Intake => {
  let waiting: Waiting[] = []
  let writing = false

  const write = async (submissions: readonly Submission[]): Promise<void> => {
    await pool.query({ name, text, values: [JSON.stringify(submissions)] })
  }

  const flush = async (batch: readonly Waiting[]): Promise<void> => {
    try {
      await write(batch.map(({ submission }) => submission))
      for (const { resolve } of batch) resolve()
    } catch (error) {
      const translated = translateDatabaseError(error)
      const databaseIsGone = translated instanceof ServiceError && translated.code === 'SERVICE_UNAVAILABLE'
      if (batch.length === 1 || databaseIsGone) {
        for (const { reject } of batch) reject(error)
      } else {
        for (const one of batch) await flush([one])
      }
    }
  }

  const next = (): void => {
    // One at a time: two that share what waits commit twice for it, which costs more than the wait.
    if (writing || waiting.length === 0) return
    const batch = waiting.slice(0, mostRows)
    waiting = waiting.slice(mostRows)
    writing = true
    void flush(batch).finally(() => {
      writing = false
      wake()
      next()
    })
  }

  return {
    submit: (submission) =>
      new Promise((resolve, reject) => {
        waiting.push({ submission, resolve, reject })
        // What arrives in the same turn of the loop travels together.
        if (waiting.length === 1) setImmediate(next)
      }),
  }
}
