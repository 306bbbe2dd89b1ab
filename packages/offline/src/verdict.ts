/** Decides the new state of an operation from the response. */
import { ApiError } from '#client/errors.ts'
import type { Operation, Outcome, Work } from './operation.ts'

/** Result of one operation of a batch. */
export interface Result {
  readonly clientId?: string | undefined
  readonly ok: boolean
  readonly code?: string | undefined
  /** field that was rejected; undefined for the whole operation */
  readonly path?: string | undefined
  /** who has the subject now, if the service says so */
  readonly assignee?: string | undefined
}

/** Temporary error codes of a single operation. */
const passing = new Set(['RATE_LIMITED', 'INTERNAL_ERROR', 'SERVICE_UNAVAILABLE'])

export interface Refusal<Why extends string> {
  readonly state: 'SETTLED' | 'NEEDS_YOU'
  readonly why: Why | 'REFUSED'
}

type Refuse<W extends Work, Why extends string> = (
  operation: Operation<W, Why>,
  code: string,
  path?: string,
) => Refusal<Why>

export type Verdict<Why extends string> =
  | { readonly state: 'SENT' }
  | { readonly state: 'WAITING' }
  | { readonly state: 'SETTLED' | 'NEEDS_YOU'; readonly outcome: Outcome<Why> }

/** The verdict for one result of a batch; a missing result is retried. */
export const verdictOf = <W extends Work, Why extends string>(
  operation: Operation<W, Why>,
  result: Result | undefined,
  requestId: string | undefined,
  refusal: Refuse<W, Why>,
): Verdict<Why> => {
  if (!result) return { state: 'WAITING' }
  if (result.ok) return { state: 'SENT' }
  const code = result.code ?? 'VALIDATION_ERROR'
  if (passing.has(code)) return { state: 'WAITING' }
  const { state, why } = refusal(operation, code, result.path)
  return { state, outcome: { why, code, requestId, ...(result.assignee ? { who: result.assignee } : {}) } }
}

/**
 * OFFLINE     no response; retry when there is a connection
 * BUSY        rate limited; wait for Retry-After
 * SERVICE     an error of the service
 * SIGNED_OUT  nobody is signed in; keep everything
 * MAINTENANCE the service is in maintenance; keep everything and retry
 * READ_ONLY   the organisation cannot make changes now; keep everything
 */
export type Trouble = 'OFFLINE' | 'BUSY' | 'SERVICE' | 'MAINTENANCE' | 'SIGNED_OUT' | 'READ_ONLY'

/** Why a whole request failed; `SPLIT` means that one operation was rejected, and sending halves finds out which. */
export const troubleOf = (error: unknown): Trouble | 'SPLIT' => {
  if (!(error instanceof ApiError)) return 'SERVICE'
  switch (error.code) {
    case 'NETWORK':
    case 'BAD_ANSWER':
      return 'OFFLINE'
    case 'RATE_LIMITED':
      return 'BUSY'
    case 'UNAUTHORIZED':
      return 'SIGNED_OUT'
    case 'FORBIDDEN':
    case 'PLAN_LIMIT_REACHED':
      return 'READ_ONLY'
    case 'CONFLICT':
    case 'INTERNAL_ERROR':
      return 'SERVICE'
    case 'SERVICE_UNAVAILABLE':
      return error.maintenance ? 'MAINTENANCE' : 'SERVICE'
    default:
      return 'SPLIT'
  }
}

/** The verdict on an operation that was sent alone and failed permanently. */
export const aloneVerdict = <W extends Work, Why extends string>(
  operation: Operation<W, Why>,
  { code, requestId }: ApiError,
  refusal: Refuse<W, Why>,
): Verdict<Why> => {
  const { state, why } = refusal(operation, code)
  return { state, outcome: { why, code, requestId } }
}
