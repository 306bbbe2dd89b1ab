/** What a call that failed throws. */
import type { ErrorCode } from '#contracts/kit/vocabulary.ts'

export interface ErrorDetail {
  /** path of the input, e.g. `body.title` */
  readonly path: string
  readonly message: string
}

interface Known {
  readonly code: WellkeptError['code']
  readonly status: number
  readonly message: string
  readonly details?: readonly ErrorDetail[]
  readonly requestId?: string | undefined
  readonly retryAfter?: number | undefined
}

/**
 * Code decides by `code`, people read `message`.
 * NETWORK     no answer (status 0)
 * BAD_ANSWER  something else than the service answered, e.g. a proxy
 */
export class WellkeptError extends Error {
  readonly code: ErrorCode | 'NETWORK' | 'BAD_ANSWER'
  readonly status: number
  readonly details: readonly ErrorDetail[]
  /** identifies the request for support */
  readonly requestId: string | undefined
  /** seconds, from Retry-After */
  readonly retryAfter: number | undefined
  constructor(known: Known, cause?: unknown) {
    super(known.message, cause === undefined ? undefined : { cause })
    this.name = 'WellkeptError'
    this.code = known.code
    this.status = known.status
    this.details = known.details ?? []
    this.requestId = known.requestId
    this.retryAfter = known.retryAfter
  }
}
