/** Errors of a call. Code decides by `code`, people read `message`. */
import type { ErrorCode } from '#contracts/kit/vocabulary.ts'

export interface ErrorDetail {
  /** path of the input, e.g. `body.rating` */
  readonly path: string
  readonly message: string
}

/**
 * NETWORK     no answer: offline, refused, interrupted (status 0)
 * BAD_ANSWER  something else than the service answered, e.g. a Wi-Fi sign-in page
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
  /** the service is in maintenance; `told`: `message` is the text of its operator */
  readonly maintenance?: 'on' | 'told' | undefined
}

export class ApiError extends Error {
  readonly code: ClientErrorCode
  readonly status: number
  readonly details: readonly ErrorDetail[]
  /** identifies the request for support */
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
