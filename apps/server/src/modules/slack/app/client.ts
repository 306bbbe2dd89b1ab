/** Calls of Slack's Web API, each once and for five seconds; who waits for a result tries again by the queue. */
import {
  WebAPIHTTPError,
  WebAPIPlatformError,
  WebAPIRateLimitedError,
  WebAPIRequestError,
  WebClient,
} from '@slack/web-api'
import type { Platform } from '#server/platform/context.ts'
import { unavailable } from '#server/platform/errors.ts'
import type { SlackApp } from '#server/platform/slack-settings.ts'

/** @throws ServiceError SERVICE_UNAVAILABLE where this service has no app at Slack */
export const requireApp = ({ config }: Platform): SlackApp => {
  if (!config.slack) throw unavailable('Slack is not set up on this service', 3600)
  return config.slack
}

const nothing = (): void => {}
/** The package prints to the console by default; faults are told by who called. */
const silent = {
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
  setLevel: nothing,
  getLevel: () => 'error' as never,
  setName: nothing,
}

export const openClient = (platform: Platform, token?: string, timeoutMs = 5000): WebClient =>
  new WebClient(token, {
    slackApiUrl: requireApp(platform).apiUrl,
    timeout: timeoutMs,
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    allowAbsoluteUrls: false,
    logger: silent,
  })

/**
 * LATER    try again, not before `retryAfterMs`
 * BROKEN   the token is refused, so all further calls are
 * CHANNEL  the channel takes nothing
 * REFUSED  this call will never be taken
 */
export interface SlackFault {
  readonly kind: 'LATER' | 'BROKEN' | 'CHANNEL' | 'REFUSED'
  readonly code: string
  readonly retryAfterMs: number
}

const brokenBy = new Set(['invalid_auth', 'not_authed', 'token_revoked', 'account_inactive', 'missing_scope'])
const channelFaults = new Set(['channel_not_found', 'is_archived', 'not_in_channel'])
const passing = new Set([
  'internal_error',
  'fatal_error',
  'service_unavailable',
  'request_timeout',
  'ratelimited',
])

const kindOf = (code: string): SlackFault['kind'] => {
  if (brokenBy.has(code)) return 'BROKEN'
  if (channelFaults.has(code)) return 'CHANNEL'
  return passing.has(code) ? 'LATER' : 'REFUSED'
}

/** @throws the error itself where it is none of Slack or the network */
export const faultOf = (error: unknown): SlackFault => {
  if (error instanceof WebAPIRateLimitedError)
    return { kind: 'LATER', code: 'ratelimited', retryAfterMs: error.retryAfter * 1000 }
  if (error instanceof WebAPIPlatformError) {
    const { error: code } = error.data
    return { kind: kindOf(code), code, retryAfterMs: 0 }
  }
  if (error instanceof WebAPIHTTPError)
    return { kind: 'LATER', code: `http_${error.statusCode}`, retryAfterMs: 0 }
  if (error instanceof WebAPIRequestError) return { kind: 'LATER', code: 'unreachable', retryAfterMs: 0 }
  throw error
}

/** The fault of a call instead of an exception. */
export const attemptCall = async <T>(
  call: () => Promise<T>,
): Promise<{ readonly done: T; readonly fault?: never } | { readonly fault: SlackFault }> => {
  try {
    return { done: await call() }
  } catch (error) {
    return { fault: faultOf(error) }
  }
}
