/** Turns the result of a handler into an HTTP answer: envelope, ETag, If-Match and If-None-Match. */
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import {
  type Endpoint,
  type FileAnswer,
  type PageOf,
  type RedirectAnswer,
  successOf,
} from '#contracts/kit/endpoint.ts'
import { invalid } from '../errors.ts'
import { replyFaults } from './validate.ts'

export interface HttpAnswer {
  readonly status: number
  readonly body: string | Uint8Array | Readable
  readonly contentType: string
  readonly headers: Record<string, string>
  /** Set-Cookie, one line each */
  readonly cookies?: readonly string[]
}

export interface CheckedInput {
  readonly params: unknown
  readonly query: Record<string, unknown>
  readonly body: unknown
}

export const streamType = 'text/event-stream; charset=utf-8'
export const jsonType = 'application/json; charset=utf-8'

/** `"7"` → 7; `*` → undefined, which matches any version. */
export const readIfMatch = (header: string | undefined): number | undefined => {
  if (header === undefined || header.trim() === '*') return undefined
  const version = /^"(\d{1,9})(?:-[\w-]+)?"$/.exec(header.trim())?.[1]
  if (version === undefined) throw invalid('If-Match', 'must be an ETag from this service')
  return Number(version)
}

/** The parts of an answer that are another each time do not make it another answer. */
const lastingPart = ({ passing }: Endpoint, body: string): string =>
  passing
    ? JSON.stringify(JSON.parse(body), (key, value: unknown) => (passing.includes(key) ? undefined : value))
    : body

const etagOf = (spec: Endpoint, data: unknown, body: string): string | undefined => {
  if (typeof data === 'object' && data !== null && 'version' in data && typeof data.version === 'number') {
    if (spec.method !== 'GET') return `"${data.version}"`
    return `"${data.version}-${createHash('sha1').update(body).digest('base64url').slice(0, 10)}"`
  }
  if (spec.method !== 'GET') return undefined
  return `"0-${createHash('sha1').update(lastingPart(spec, body)).digest('base64url').slice(0, 16)}"`
}

/** Rebuilds the headers of a stored answer from its body. */
export const headersOfStored = (spec: Endpoint, body: string): Record<string, string> => {
  const { data } = JSON.parse(body) as { readonly data?: unknown }
  const etag = etagOf(spec, data, body)
  return etag ? { etag } : {}
}

export const present = (
  spec: Endpoint,
  input: CheckedInput,
  result: unknown,
  checkReplies: boolean,
): HttpAnswer => {
  const status = successOf(spec, input.body)
  if (spec.file) {
    const file = result as FileAnswer
    const disposition = file.fileName
      ? { 'content-disposition': `attachment; filename="${file.fileName}"` }
      : {}
    const body =
      typeof file.body === 'string' || file.body instanceof Uint8Array
        ? file.body
        : Readable.from(file.body, { objectMode: false })
    return { status, body, contentType: file.contentType, headers: { ...disposition } }
  }
  if (spec.stream)
    return {
      status,
      body: result as Readable,
      contentType: streamType,
      // Tells proxies not to buffer the stream.
      headers: { 'x-accel-buffering': 'no', 'cache-control': 'no-store, no-transform' },
    }
  if (spec.redirect) {
    const { location, cookies = [] } = result as RedirectAnswer
    return { status: 302, body: '', contentType: jsonType, headers: { location }, cookies }
  }
  if (spec.plain) {
    const faults = checkReplies && result !== undefined ? replyFaults(spec.plain, result) : []
    if (faults.length > 0)
      throw new Error(`The reply of ${spec.name} breaks its contract: ${faults.slice(0, 5).join('; ')}`)
    return {
      status,
      body: result === undefined ? '' : JSON.stringify(result),
      contentType: jsonType,
      headers: {},
    }
  }
  let payload: unknown
  let data = spec.about && spec.data ? (result as { data: unknown }).data : result
  const about = spec.about ? (result as { about: object }).about : {}
  if (spec.list) {
    const { items, total: counted } = result as PageOf<unknown>
    const page = Number(input.query.page ?? 1)
    const pageSize = Number(input.query.pageSize ?? 20)
    // Count and page are two statements; rows inserted between them are on the page but not in the count.
    const shown = items.length > 0 ? (page - 1) * pageSize + items.length : 0
    const total = Math.max(counted, shown)
    data = items
    payload = {
      success: true,
      data: items,
      ...about,
      total,
      page,
      pageSize,
      totalPages: Math.ceil(total / pageSize),
    }
  } else payload = { success: true, data, ...about }
  if (checkReplies) {
    const faults = [
      ...(spec.list
        ? (data as unknown[]).flatMap((item) => replyFaults(spec.list, item))
        : replyFaults(spec.data, data)),
      ...(spec.about ? replyFaults(spec.about, about) : []),
    ]
    if (faults.length > 0)
      throw new Error(`The reply of ${spec.name} breaks its contract: ${faults.slice(0, 5).join('; ')}`)
  }
  const body = JSON.stringify(payload)
  const etag = etagOf(spec, spec.list ? undefined : data, body)
  return { status, body, contentType: jsonType, headers: etag ? { etag } : {} }
}

export const matchesEtag = (header: string | undefined, etag: string): boolean =>
  header?.split(',').some((part) => part.trim().replace(/^W\//, '') === etag) ?? false
