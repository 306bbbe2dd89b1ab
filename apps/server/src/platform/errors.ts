/** The one error class; anything else that reaches the HTTP layer becomes INTERNAL_ERROR. */
import { type ErrorCode, errorStatus } from '#contracts/kit/vocabulary.ts'

export interface Detail {
  readonly path: string
  readonly message: string
}

export class ServiceError extends Error {
  readonly code: ErrorCode
  readonly details: readonly Detail[] | undefined
  readonly headers: Readonly<Record<string, string>>
  constructor(
    code: ErrorCode,
    message: string,
    more: { details?: readonly Detail[]; headers?: Record<string, string>; cause?: unknown } = {},
  ) {
    super(message, { cause: more.cause })
    this.code = code
    this.details = more.details
    this.headers = more.headers ?? {}
  }
  get status(): number {
    return errorStatus[this.code]
  }
}

/** The JSON envelope of an error. */
export const envelope = (code: ErrorCode, error: string, details?: unknown): string =>
  JSON.stringify({ success: false, error, code, ...(details ? { details } : {}) })

/** The same bytes for a missing record and one of another tenant, so that ids cannot be probed. */
export const notFound = (): ServiceError => new ServiceError('NOT_FOUND', 'Not found')
export const qrNotConfigured = (): ServiceError =>
  new ServiceError('QR_NOT_CONFIGURED', 'This code is not linked to a place yet')
export const unauthorized = (): ServiceError => new ServiceError('UNAUTHORIZED', 'Invalid or expired token')
export const signInFailed = (): ServiceError => new ServiceError('UNAUTHORIZED', 'Wrong email or password')
export const forbidden = (message = 'Insufficient permissions'): ServiceError =>
  new ServiceError('FORBIDDEN', message)
export const conflict = (message: string): ServiceError => new ServiceError('CONFLICT', message)
export const planLimitReached = (what: string, allowed: number): ServiceError =>
  new ServiceError('PLAN_LIMIT_REACHED', `The plan allows ${allowed} ${what}; all are used`)
export const unavailable = (
  message = 'The service is not available right now',
  retryAfterSeconds = 2,
): ServiceError =>
  new ServiceError('SERVICE_UNAVAILABLE', message, { headers: { 'retry-after': String(retryAfterSeconds) } })

/** @param path in the input, e.g. `body.rating` */
export const invalid = (path: string, message: string): ServiceError =>
  new ServiceError('VALIDATION_ERROR', `${path}: ${message}`, { details: [{ path, message }] })
