/**
 * Submissions that arrive together are written together: one statement for feedback and events, each acknowledged
 * only after its commit. Where a statement fails, its rows are tried one by one, so that a bad row fails alone.
 */
import type pg from 'pg'
import { statementName } from '#server/platform/db/named-dialect.ts'
import { translateDatabaseError } from '#server/platform/db/tenant-db.ts'
import { ServiceError } from '#server/platform/errors.ts'

export interface Submission {
  readonly tenantId: string
  readonly id: string
  readonly eventId: string
  readonly amenityId: string
  readonly buildingId: string
  readonly rating: number | null
  readonly comment: string | null
  /** JSON text */
  readonly issues: string
  readonly language: string | null
  readonly source: string
  readonly submissionId: string | null
  readonly state: 'VISIBLE' | 'QUARANTINED' | 'HIDDEN'
  readonly stateReason: string | null
  readonly counted: boolean
  readonly createdAt: Date
  /** JSON text of the event's payload */
  readonly event: string
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

/** Rows of one statement: few sizes, since each is a statement to prepare on each connection. */
const sizes = [64, 48, 32, 24, 16, 12, 8, 6, 4, 3, 2, 1] as const
const columns = 16

const texts = new Map<number, string>()

const statement = (rows: number): string => {
  let text = texts.get(rows)
  if (text === undefined) {
    const each = (pick: (place: (column: number) => string) => readonly string[]): string =>
      Array.from(
        { length: rows },
        (_, row) => `(${pick((column) => `$${row * columns + column}`).join(',')})`,
      ).join(',')
    // The tenant and the time are sent once for both rows of a submission.
    text = `with e as (insert into event (tenant_id,id,type,payload,at)
values ${each(($) => [$(1), $(3), "'feedback.created'", $(4), $(2)])})
insert into feedback (tenant_id,created_at,id,amenity_id,building_id,rating,comment,issues,language,source,submission_id,state,state_reason,counted)
values ${each(($) => [$(1), $(2), ...Array.from({ length: columns - 4 }, (_, index) => $(index + 5))])}`
    texts.set(rows, text)
  }
  return text
}

const values = (submissions: readonly Submission[]): unknown[] => {
  const all: unknown[] = []
  for (const s of submissions) {
    all.push(
      s.tenantId,
      s.createdAt.toISOString(),
      s.eventId,
      s.event,
      s.id,
      s.amenityId,
      s.buildingId,
      s.rating,
    )
    all.push(s.comment, s.issues, s.language, s.source, s.submissionId, s.state, s.stateReason, s.counted)
  }
  return all
}

/** @param wake tells the worker that events wait; called after each commit */
export const openIntake = (pool: pg.Pool, wake: () => void, maxWriters = 2): Intake => {
  let waiting: Waiting[] = []
  let writers = 0

  const write = async (submissions: readonly Submission[]): Promise<void> => {
    const text = statement(submissions.length)
    await pool.query({ name: statementName(text), text, values: values(submissions) })
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
    while (writers < maxWriters && waiting.length > 0) {
      const rows = sizes.find((size) => size <= waiting.length) ?? 1
      const batch = waiting.slice(0, rows)
      waiting = waiting.slice(rows)
      writers++
      void flush(batch).finally(() => {
        writers--
        wake()
        next()
      })
    }
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
