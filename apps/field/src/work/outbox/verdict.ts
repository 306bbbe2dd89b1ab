/** Decides the new state of an operation from the response. */
import { ApiError } from '#client/errors.ts'
import type { BulkResult } from '#contracts/tasks/records.ts'
import { isOfShift, type Operation, type Outcome, type Why } from './operation.ts'

/** Temporary error codes of a single operation. */
const passing = new Set(['RATE_LIMITED', 'INTERNAL_ERROR', 'SERVICE_UNAVAILABLE'])

export type Verdict =
  | { readonly state: 'SENT' }
  | { readonly state: 'WAITING' }
  | { readonly state: 'SETTLED' | 'NEEDS_YOU'; readonly outcome: Outcome }

/** @param path field that was rejected; undefined for the whole operation */
const refusal = (
  operation: Operation,
  code: string,
  path?: string,
): { state: 'SETTLED' | 'NEEDS_YOU'; why: Why } => {
  const { work } = operation
  if (isOfShift(work)) return { state: holdsText(operation) ? 'NEEDS_YOU' : 'SETTLED', why: 'REFUSED' }
  // A task that is being created cannot be gone.
  if (work.kind === 'create') return { state: 'NEEDS_YOU', why: 'REFUSED' }
  if (code === 'NOT_FOUND') return { state: 'NEEDS_YOU', why: 'GONE' }
  if (work.kind === 'claim' && (code === 'CONFLICT' || code === 'FORBIDDEN'))
    return { state: 'SETTLED', why: 'TAKEN' }
  if (work.kind === 'status' && work.status === 'IN_PROGRESS' && code === 'CONFLICT')
    return { state: 'SETTLED', why: 'OTHERS_DONE' }
  // Texts and photos are kept for the user to decide; a plain status change is settled.
  const isWorthKeeping = work.kind === 'note' || work.kind === 'photo' || holdsText(operation)
  if (code === 'FORBIDDEN' || code === 'CONFLICT') {
    const isTooLate = code === 'FORBIDDEN' && path === 'body.status'
    return {
      state: isWorthKeeping ? 'NEEDS_YOU' : 'SETTLED',
      why: isTooLate ? 'TOO_LATE' : 'REASSIGNED',
    }
  }
  return { state: 'NEEDS_YOU', why: 'REFUSED' }
}

const holdsText = ({ work }: Operation): boolean =>
  (work.kind === 'shift-end' && Boolean(work.note)) ||
  (work.kind === 'status' && Boolean(work.note || work.resolution || work.blocked?.note))

/** The verdict for one result of a batch; a missing result is retried. */
export const verdictOf = (
  operation: Operation,
  result: BulkResult | undefined,
  requestId: string | undefined,
): Verdict => {
  if (!result) return { state: 'WAITING' }
  if (result.ok) return { state: 'SENT' }
  const code = result.code ?? 'VALIDATION_ERROR'
  if (passing.has(code)) return { state: 'WAITING' }
  const { state, why } = refusal(operation, code, result.path)
  return { state, outcome: { why, code, requestId } }
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
export const aloneVerdict = (operation: Operation, { code, requestId }: ApiError): Verdict => {
  const { state, why } = refusal(operation, code)
  return { state, outcome: { why, code, requestId } }
}
