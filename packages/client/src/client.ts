/**
 * Client of the API for the web apps: typed by the contracts. It retries after rate limits, and only it refreshes
 * tokens.
 */
import type { Endpoint } from '#contracts/kit/endpoint.ts'
import { ApiError, type ErrorDetail } from './errors.ts'
import { type Realm, staff } from './realms.ts'
import { rolesIn, type Session, type TokenStore } from './session.ts'
import type { CallInput, CallOptions, CallOutput, Reply } from './types.ts'
import { newId } from './unique-id.ts'

export interface RetryWait {
  readonly code: 'RATE_LIMITED' | 'SERVICE_UNAVAILABLE'
  readonly seconds: number
  /** 1 after the first refusal */
  readonly attempt: number
}

/** The part of navigator.locks that is used. */
interface Locks {
  request<T>(name: string, work: () => Promise<T>): Promise<T>
}

export interface ClientSettings {
  /** '' for the same origin, else e.g. https://service.example */
  readonly baseUrl: string
  readonly tokens: TokenStore
  /** whose tokens these are; default: staff */
  readonly realm?: Realm
  readonly fetch?: typeof globalThis.fetch
  /** a call waits before it is repeated, so the app can say so */
  readonly onWait?: (waiting: RetryWait) => void
  /** the refresh token no longer works; the store is already cleared */
  readonly onSessionEnded?: () => void
  /** a longer wait is not made but thrown to the caller; default 75 */
  readonly maxWaitSeconds?: number
  /** a request without an answer fails with NETWORK after this time; default 60 */
  readonly answerSeconds?: number
  /** null: no lock shared between tabs, as on plain http */
  readonly locks?: Locks | null
  readonly now?: () => number
  /** milliseconds; rejects when `signal` ends it */
  readonly pause?: (milliseconds: number, signal: AbortSignal | undefined) => Promise<void>
}

export interface Client {
  /** @throws ApiError */
  call<const E extends Endpoint>(
    endpoint: E,
    input: CallInput<E>,
    options?: Omit<CallOptions, 'ifNoneMatch'>,
  ): Promise<CallOutput<E>>
  /** With the ETag; without data if `ifNoneMatch` still matches. @throws ApiError */
  send<const E extends Endpoint>(endpoint: E, input: CallInput<E>, options?: CallOptions): Promise<Reply<E>>
  /** A streamed answer. The caller reads it and decides when to retry. @throws ApiError */
  open<const E extends Endpoint>(endpoint: E, input: CallInput<E>, options: OpenOptions): Promise<Response>
}

export interface OpenOptions {
  readonly signal: AbortSignal
  /** of the last known event */
  readonly lastEventId: string | undefined
}

export interface RawInput {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

interface FetchOptions {
  readonly signal?: AbortSignal | undefined
  readonly seconds?: number
  readonly isFile?: boolean
}

const maxAttempts = 3
const refreshSeconds = 20
/** The service accepts a used refresh token again, if its answer was lost, only after ten seconds. */
const lostAnswerMilliseconds = 11_000

/** Path and query of a call; lists are comma-separated, undefined values are left out. */
export const addressOf = (endpoint: Pick<Endpoint, 'path'>, input: RawInput): string => {
  const path = endpoint.path.replace(/:([A-Za-z]+)/g, (_, name: string) =>
    encodeURIComponent(String(input.params?.[name] ?? '')),
  )
  const query = Object.entries(input.query ?? {})
    .filter(([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0))
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
  return query.length === 0 ? path : `${path}?${query.join('&')}`
}

const pause = (milliseconds: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, milliseconds)
    if (signal?.aborted) stop()
    else signal?.addEventListener('abort', stop, { once: true })
  })

const readJson = async (response: Response): Promise<Record<string, unknown> | undefined> => {
  try {
    const value: unknown = await response.json()
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

const retryAfter = (response: Response): number | undefined => {
  const header = response.headers.get('retry-after')
  if (header === null) return undefined
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined
}

const maintenanceIn = (response: Response): ApiError['maintenance'] => {
  const maintenance = response.headers.get('x-maintenance')
  return maintenance === 'on' || maintenance === 'told' ? maintenance : undefined
}

const failure = async (response: Response): Promise<ApiError> => {
  const body = await readJson(response)
  const requestId = response.headers.get('x-request-id') ?? undefined
  const base = {
    status: response.status,
    requestId,
    retryAfterSeconds: retryAfter(response),
    maintenance: maintenanceIn(response),
  }
  if (body?.success !== false || typeof body.code !== 'string') {
    return new ApiError({
      ...base,
      code: 'BAD_ANSWER',
      message: `Unexpected response (${response.status})`,
    })
  }
  return new ApiError({
    ...base,
    code: body.code as ApiError['code'],
    message: String(body.error ?? body.code),
    details: Array.isArray(body.details) ? (body.details as ErrorDetail[]) : [],
  })
}

/** Runs one at a time: over all tabs with browser locks, else within this page. */
const createLock = (locks: Locks | null, name: string): (<T>(work: () => Promise<T>) => Promise<T>) => {
  if (locks) return (work) => locks.request(name, work)
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const mine = last.then(work, work)
    last = mine.catch(() => undefined)
    return mine
  }
}

const etagFor = (version: number | string): string => (typeof version === 'number' ? `"${version}"` : version)

export const createClient = (settings: ClientSettings): Client => {
  const request = settings.fetch ?? globalThis.fetch.bind(globalThis)
  const maxWait = settings.maxWaitSeconds ?? 75
  const wait = settings.pause ?? pause
  const now = settings.now ?? Date.now
  const locks = settings.locks === undefined ? (globalThis.navigator?.locks ?? null) : settings.locks
  const realm = settings.realm ?? staff
  const oneAtATime = createLock(locks, realm.lock)

  /** Includes reading the body, except for files, so that the timeout also applies to an answer that stops midway. */
  const fetchWhole = async (
    address: string,
    init: RequestInit,
    { signal, seconds = settings.answerSeconds ?? 60, isFile = false }: FetchOptions = {},
  ): Promise<Response> => {
    // Some phones in use lack AbortSignal.timeout and AbortSignal.any.
    const ending = new AbortController()
    const giveUp = (): void => ending.abort(signal?.reason)
    const timer = setTimeout(() => ending.abort(), seconds * 1000)
    signal?.addEventListener('abort', giveUp, { once: true })
    try {
      if (signal?.aborted) giveUp()
      const response = await request(settings.baseUrl + address, { ...init, signal: ending.signal })
      if (isFile && response.ok) return response
      const text = await response.text()
      return new Response(text === '' ? null : text, { status: response.status, headers: response.headers })
    } catch (error) {
      if (signal?.aborted) throw error
      throw new ApiError({ code: 'NETWORK', status: 0, message: 'The service cannot be reached' }, error)
    } finally {
      clearTimeout(timer)
      if (!isFile) signal?.removeEventListener('abort', giveUp)
    }
  }

  /** Repeats after 429 and 503 with Retry-After; every other answer is returned. */
  const withRetries = async (attempt: () => Promise<Response>, signal?: AbortSignal): Promise<Response> => {
    for (let tries = 1; ; tries++) {
      const response = await attempt()
      const seconds = retryAfter(response)
      const passes = response.status === 429 || response.status === 503
      if (!passes || seconds === undefined || seconds > maxWait || tries === maxAttempts) return response
      settings.onWait?.({
        code: response.status === 429 ? 'RATE_LIMITED' : 'SERVICE_UNAVAILABLE',
        seconds,
        attempt: tries,
      })
      // Jitter, because many tabs of one tenant wait for the same window.
      await wait(seconds * 1000 + Math.random() * (250 + seconds * 100), signal)
    }
  }

  /**
   * Sends the refresh token. The store notes this first, because the service may use it up although no answer arrives.
   */
  const requestTokens = async (session: Session, refreshPath: string): Promise<Response> => {
    const note = (): void => {
      const kept = settings.tokens.read()
      if (kept?.refreshToken === session.refreshToken)
        settings.tokens.write({ ...kept, refreshAskedAt: now() })
    }
    note()
    try {
      return await withRetries(() =>
        fetchWhole(
          refreshPath,
          {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ refreshToken: session.refreshToken }),
          },
          { seconds: refreshSeconds },
        ),
      )
    } catch (error) {
      // The request may have arrived at any time until now.
      note()
      throw error
    }
  }

  /**
   * Milliseconds in which a refusal may come from a lost answer, or from another tab that has not stored its new
   * tokens yet.
   */
  const graceOf = ({ refreshAskedAt }: Session): number =>
    refreshAskedAt !== undefined
      ? // Limits the wait to the usual time if the clock was set back since.
        Math.min(refreshAskedAt - now(), 0) + lostAnswerMilliseconds
      : locks
        ? 0
        : lostAnswerMilliseconds

  /** Ends early if another tab stores a newer token or this person signs out. */
  const waitForNewer = async (spent: string, milliseconds: number): Promise<void> => {
    settings.onWait?.({ code: 'SERVICE_UNAVAILABLE', seconds: milliseconds / 1000, attempt: 1 })
    const newer = new AbortController()
    const end = settings.tokens.subscribe((session) => {
      if (session?.accessToken !== spent) newer.abort()
    })
    await wait(milliseconds, newer.signal).catch(() => undefined)
    end()
  }

  const end = (): undefined => {
    settings.tokens.clear()
    settings.onSessionEnded?.()
  }

  /**
   * A newer token than `spent`; undefined if the session has ended.
   * @throws ApiError if that is unknown, e.g. offline: the session stays
   */
  const renew = (spent: string): Promise<string | undefined> =>
    oneAtATime(async () => {
      const refreshPath = realm.refresh
      for (let isLast = false; ; isLast = true) {
        const session = settings.tokens.read()
        if (session?.accessToken !== spent) return session?.accessToken
        if (!refreshPath) return end()
        const grace = graceOf(session)
        const response = await requestTokens(session, refreshPath)
        const kept = settings.tokens.read()
        // The person signed out, or another tab was faster: discard this answer.
        if (kept?.refreshToken !== session.refreshToken) return kept?.accessToken
        if (!response.ok) {
          const refusal = await failure(response)
          // A proxy or a Wi-Fi sign-in page may answer with the same status, which must not end the session.
          if (refusal.code !== 'UNAUTHORIZED' && refusal.code !== 'VALIDATION_ERROR') throw refusal
          if (grace > 0 && !isLast) {
            await waitForNewer(spent, grace)
            continue
          }
          return end()
        }
        const pair = (await readJson(response))?.data as
          | Pick<Session, 'accessToken' | 'refreshToken'>
          | undefined
        if (!pair) throw await failure(response)
        const { accessToken, refreshToken } = pair
        const user = { ...kept.user, ...rolesIn(accessToken) }
        settings.tokens.write({ accessToken, refreshToken, user })
        return accessToken
      }
    })

  const exchange = async (
    endpoint: Endpoint,
    input: RawInput,
    options: CallOptions & { readonly lastEventId?: string | undefined },
  ): Promise<Response> => {
    const address = addressOf(endpoint, input)
    const headers: Record<string, string> = {}
    if (options.lastEventId !== undefined) headers['last-event-id'] = options.lastEventId
    if (input.body !== undefined) headers['content-type'] = 'application/json'
    if (options.ifMatch !== undefined) headers['if-match'] = etagFor(options.ifMatch)
    if (options.ifNoneMatch !== undefined) headers['if-none-match'] = options.ifNoneMatch
    if (endpoint.idempotent) headers['idempotency-key'] = options.idempotencyKey ?? newId()
    const attempt = (token: string | undefined) => () =>
      fetchWhole(
        address,
        {
          method: endpoint.method,
          headers: token ? { ...headers, authorization: `Bearer ${token}` } : headers,
          ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
          ...(options.leaving ? { keepalive: true } : {}),
        },
        { signal: options.signal, isFile: Boolean(endpoint.file ?? endpoint.stream) },
      )
    const isOwn = endpoint.access.kind === realm.access
    const token = isOwn ? settings.tokens.read()?.accessToken : undefined
    if (isOwn && token === undefined)
      throw new ApiError({ code: 'UNAUTHORIZED', status: 401, message: 'Not signed in' })
    const ask = (one: string | undefined) =>
      endpoint.stream ? attempt(one)() : withRetries(attempt(one), options.signal)
    const response = await ask(token)
    if (response.status !== 401 || token === undefined) return response
    const newer = await renew(token)
    if (newer === undefined) return response
    return ask(newer)
  }

  const read = async (endpoint: Endpoint, response: Response): Promise<unknown> => {
    if (endpoint.file) return response.blob()
    const body = await readJson(response)
    if (body?.success !== true)
      throw new ApiError({
        code: 'BAD_ANSWER',
        status: response.status,
        message: 'Unexpected response',
      })
    if (!endpoint.list && !endpoint.about) return body.data
    const { success: _, data, total, page, pageSize, totalPages, ...about } = body
    if (!endpoint.list) return { data, about }
    const list = { items: data, total, page, pageSize, totalPages }
    return endpoint.about ? { ...list, about } : list
  }

  const send: Client['send'] = async (endpoint, input, options = {}) => {
    const response = await exchange(endpoint, input as RawInput, options)
    const known = {
      etag: response.headers.get('etag') ?? undefined,
      requestId: response.headers.get('x-request-id') ?? undefined,
    }
    if (response.status === 304) return { ...known, notModified: true }
    if (!response.ok) throw await failure(response)
    const data = (await read(endpoint, response)) as CallOutput<typeof endpoint>
    return { ...known, notModified: false, data }
  }

  return {
    send,
    open: async (endpoint, input, options) => {
      const response = await exchange(endpoint, input as RawInput, options)
      if (!response.ok) throw await failure(response)
      return response
    },
    call: async (endpoint, input, options) => {
      const reply = await send(endpoint, input, options)
      if (reply.notModified)
        throw new ApiError({ code: 'BAD_ANSWER', status: 304, message: 'The response has no content' })
      return reply.data
    },
  }
}
