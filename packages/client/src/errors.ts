/** What a call may end with. Callers decide by `code`, people read `message`. */
import type { ErrorCode } from '#contracts/kit/vocabulary.ts'

export interface ErrorDetail {
  /** where in the input, e.g. `body.rating` */
  readonly path: string
  readonly message: string
}

/**
 * NETWORK  no answer came: offline, refused, cut off (status 0)
 * BAD_ANSWER  something answered that is not this service, e.g. a hotel's sign-in page
 */
export type ClientErrorCode = ErrorCode | 'NETWORK' | 'BAD_ANSWER'

export interface ApiErrorFields {
  readonly code: ClientErrorCode
  readonly status: number
  readonly message: string
  readonly details?: readonly ErrorDetail[]
  readonly requestId?: string | undefined
  /** from Retry-After */
  readonly retryAfterSeconds?: number | undefined
  /** the service is being maintained; `told`: `message` is what its operator says of it */
  readonly maintenance?: 'on' | 'told' | undefined
}

export class ApiError extends Error {
  readonly code: ClientErrorCode
  readonly status: number
  readonly details: readonly ErrorDetail[]
  /** tells the operators which request it was */
  readonly requestId: string | undefined
  readonly retryAfterSeconds: number | undefined
  readonly maintenance: 'on' | 'told' | undefined
  constructor(fields: ApiErrorFields, cause?: unknown) {
    super(fields.message, cause === undefined ? undefined : { cause })
    this.name = 'ApiError'
    this.code = fields.code
    this.status = fields.status
    this.details = fields.details ?? []
    this.requestId = fields.requestId
    this.retryAfterSeconds = fields.retryAfterSeconds
    this.maintenance = fields.maintenance
  }
}
