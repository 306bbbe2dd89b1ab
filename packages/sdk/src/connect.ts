/** Calls by a table of endpoints: one object in, `data` out, with retries. */
import { addressOf } from '#client/client.ts'
import { newId } from '#client/unique-id.ts'
import { webCrypto } from './crypto.ts'
import { type ErrorDetail, WellkeptError } from './error.ts'

export interface ClientSettings {
  /** e.g. https://service.example */
  readonly baseUrl: string
  /** `wk_live_…`; or `accessToken` */
  readonly apiKey?: string | undefined
  /** of a person who signed in */
  readonly accessToken?: string | undefined
  /** gives a new access token after 401 */
  readonly refresh?: (() => Promise<string>) | undefined
  readonly fetch?: typeof globalThis.fetch | undefined
  /** repetitions after 429, 503 and, if nothing can happen twice, no answer; default 3 */
  readonly retries?: number | undefined
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined
  /** version that was read; PRECONDITION_FAILED if the record has changed since */
  readonly ifMatch?: number | undefined
  /** for a POST that creates; default: a new key for each call */
  readonly idempotencyKey?: string | undefined
}

export interface Page<T> {
  readonly items: readonly T[]
  readonly total: number
  readonly page: number
  readonly pageSize: number
  readonly totalPages: number
}

/** Group → method → `METHOD /path flags names-of-the-query`; the names only where there is a body too. */
export type Table = Readonly<Record<string, Readonly<Record<string, string>>>>

type Input = Readonly<Record<string, unknown>>

/** A longer wait is thrown to the caller. */
const longestWaitSeconds = 75

interface Call {
  readonly method: string
  readonly path: string
  readonly isList: boolean
  readonly isFile: boolean
  readonly hasAbout: boolean
  readonly isIdempotent: boolean
  readonly hasBody: boolean
  readonly query: readonly string[]
}

const readCall = (line: string): Call => {
  const [method = '', path = '', flags = '', query = ''] = line.split(' ')
  return {
    method,
    path,
    isList: flags.includes('l'),
    isFile: flags.includes('f'),
    hasAbout: flags.includes('a'),
    isIdempotent: flags.includes('i'),
    hasBody: flags.includes('b'),
    query: query === '' ? [] : query.split(','),
  }
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

const failure = async (response: Response): Promise<WellkeptError> => {
  const body = (await response.json().catch(() => undefined)) as Record<string, unknown> | undefined
  const wait = response.headers.get('retry-after')
  const isOurs = body?.success === false && typeof body.code === 'string'
  return new WellkeptError({
    status: response.status,
    requestId: response.headers.get('x-request-id') ?? undefined,
    retryAfter: wait !== null && /^\d+$/.test(wait) ? Number(wait) : undefined,
    code: isOurs ? (body.code as WellkeptError['code']) : 'BAD_ANSWER',
    message: isOurs ? String(body.error ?? body.code) : `Unexpected answer (${response.status})`,
    details: isOurs && Array.isArray(body.details) ? (body.details as ErrorDetail[]) : [],
  })
}

const split = (call: Call, input: Input) => {
  const params: Record<string, unknown> = {}
  const query: Record<string, unknown> = {}
  const body: Record<string, unknown> = {}
  const inPath = new Set([...call.path.matchAll(/:([A-Za-z]+)/g)].map(([, name]) => name))
  for (const [name, value] of Object.entries(input)) {
    if (inPath.has(name)) params[name] = value
    else if (!call.hasBody || call.query.includes(name)) query[name] = value
    else body[name] = value
  }
  return { params, query, body: call.hasBody ? JSON.stringify(body) : undefined }
}

/** @returns groups of methods, as the table names them; a list `x` with pages has `xAll` too */
export const connect = (table: Table, settings: ClientSettings): Record<string, Record<string, unknown>> => {
  const request = settings.fetch ?? globalThis.fetch.bind(globalThis)
  const base = settings.baseUrl.replace(/\/+$/, '')
  const retries = settings.retries ?? 3
  let token = settings.accessToken
  let refreshing: Promise<string> | undefined

  const renew = async (refresh: () => Promise<string>, spent: string | undefined): Promise<void> => {
    // Calls that fail together ask for one new token.
    if (token !== spent) return
    refreshing ??= refresh().finally(() => (refreshing = undefined))
    token = await refreshing
  }

  const exchange = async (call: Call, input: Input, options: CallOptions): Promise<Response> => {
    const { params, query, body } = split(call, input)
    const headers: Record<string, string> = {}
    if (body !== undefined) headers['content-type'] = 'application/json'
    if (options.ifMatch !== undefined) headers['if-match'] = `"${options.ifMatch}"`
    if (call.isIdempotent) headers['idempotency-key'] = options.idempotencyKey ?? newId(await webCrypto())
    const url = base + addressOf(call, { params, query })
    const signal = options.signal ?? null
    let isFresh = settings.refresh === undefined
    for (let tries = 0; ; tries++) {
      const used = token
      if (settings.apiKey !== undefined) headers['x-api-key'] = settings.apiKey
      else if (used !== undefined) headers.authorization = `Bearer ${used}`
      let error: WellkeptError
      try {
        const response = await request(url, { method: call.method, headers, body: body ?? null, signal })
        if (response.ok) return response
        error = await failure(response)
      } catch (cause) {
        if (signal?.aborted) throw cause
        error = new WellkeptError({ code: 'NETWORK', status: 0, message: `${base} cannot be reached` }, cause)
      }
      if (error.status === 401 && !isFresh && settings.refresh && settings.apiKey === undefined) {
        isFresh = true
        await renew(settings.refresh, used)
        continue
      }
      const passes = error.status === 429 || error.status === 503
      const mayRepeat = error.status === 0 && (call.method === 'GET' || call.isIdempotent)
      const seconds = passes ? error.retryAfter : mayRepeat ? 0.5 * 2 ** tries : undefined
      if (seconds === undefined || seconds > longestWaitSeconds || tries >= retries) throw error
      // Jitter, because many clients wait for the same moment.
      await pause(seconds * 1000 + Math.random() * (100 + seconds * 100), options.signal)
    }
  }

  const send = async (call: Call, input: Input = {}, options: CallOptions = {}): Promise<unknown> => {
    const response = await exchange(call, input, options)
    if (call.isFile) return response.blob()
    const answer = (await response.json().catch(() => undefined)) as Record<string, unknown> | undefined
    if (answer?.success !== true)
      throw new WellkeptError({ code: 'BAD_ANSWER', status: response.status, message: 'Unexpected answer' })
    if (!call.isList && !call.hasAbout) return answer.data
    const { success: _, data, total, page, pageSize, totalPages, ...about } = answer
    if (!call.isList) return { data, about }
    const list = { items: data, total, page, pageSize, totalPages }
    return call.hasAbout ? { ...list, about } : list
  }

  async function* each(call: Call, input: Input = {}, options: CallOptions = {}): AsyncGenerator<unknown> {
    for (let page = 1, pages = 1; page <= pages; page++) {
      const got = (await send(call, { pageSize: 100, ...input, page }, options)) as Page<unknown>
      yield* got.items
      pages = got.totalPages
    }
  }

  const methods = (lines: Readonly<Record<string, string>>): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(lines).flatMap(([name, line]) => {
        const call = readCall(line)
        const one = [name, (input?: Input, options?: CallOptions) => send(call, input, options)] as const
        if (!line.split(' ')[2]?.includes('p')) return [one]
        return [one, [`${name}All`, (input?: Input, options?: CallOptions) => each(call, input, options)]]
      }),
    )
  return Object.fromEntries(Object.entries(table).map(([group, lines]) => [group, methods(lines)]))
}
