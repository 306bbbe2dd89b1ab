/**
 * All calls to addresses that a tenant or browser chose. The resolved address is checked when the connection is
 * made, so a DNS change after an earlier check does not help. Redirects are not followed; time and size are
 * limited.
 */
import type { LookupAddress } from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import { invalid } from '../errors.ts'
import { bareHost, isReachable, readAddress } from './address.ts'
import { type Lookup, openLookup } from './lookup-name.ts'

/**
 * BLOCKED      the address must not be called
 * TIMEOUT      no complete answer in time
 * TLS          the certificate is not valid
 * UNREACHABLE  no connection, or it broke
 */
export type OutgoingFault = 'BLOCKED' | 'TIMEOUT' | 'TLS' | 'UNREACHABLE'

export class OutgoingError extends Error {
  readonly fault: OutgoingFault
  constructor(fault: OutgoingFault, message: string, cause?: unknown) {
    super(message, { cause })
    this.fault = fault
  }
}

export interface OutgoingCall {
  readonly method: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  /** for the whole call; default 5 s */
  readonly timeoutMs?: number
  /** maximum bytes read of the answer; default 64 KiB */
  readonly maxBytes?: number
}

export interface OutgoingAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Uint8Array
  /** false if the body was cut at `maxBytes` */
  readonly complete: boolean
}

export interface Outgoing {
  /**
   * Checks an address when it is configured. A name that does not resolve now is accepted, since each call checks
   * again.
   * @param path where in the input, e.g. `body.oidc.issuer`
   * @throws ServiceError VALIDATION_ERROR
   */
  check(path: string, address: string): Promise<URL>
  /** @throws OutgoingError */
  call(address: string, call: OutgoingCall): Promise<OutgoingAnswer>
  close(): Promise<void>
}

class Blocked extends Error {}

const connectMs = 5000
const resolveMs = 1000

/** Resolves a name, and fails if any of its addresses must not be called. */
export const guardedLookup =
  (allowPrivate: boolean, resolver: Lookup): LookupFunction =>
  (hostname, options, callback) => {
    resolver(hostname, { all: true }, (error, addresses) => {
      if (error) return callback(error, '', 0)
      const first = addresses[0]
      if (!first || !addresses.every(({ address }) => isReachable(address, allowPrivate)))
        return callback(new Blocked(`${hostname} leads to an address that must not be called`), '', 0)
      return options.all ? callback(null, addresses) : callback(null, first.address, first.family)
    })
  }

const tlsFault = /^(CERT_|ERR_TLS_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|ERR_SSL_)/

const causes = function* (error: unknown): Generator<Error & { code?: string }> {
  for (let at = error; at instanceof Error; at = at.cause) {
    yield at
    if (at instanceof AggregateError) for (const inner of at.errors) yield* causes(inner)
  }
}

const faultOf = (error: unknown): OutgoingError => {
  if (error instanceof OutgoingError) return error
  const found = [...causes(error)]
  if (found.some((cause) => cause instanceof Blocked))
    return new OutgoingError('BLOCKED', 'The address must not be called', error)
  if (found.some(({ name, code }) => /Timeout|AbortError/.test(name) || /TIMEOUT/.test(code ?? '')))
    return new OutgoingError('TIMEOUT', 'No complete answer came in time', error)
  if (found.some(({ code }) => tlsFault.test(code ?? '')))
    return new OutgoingError('TLS', 'The certificate of the other side is not valid', error)
  return new OutgoingError('UNREACHABLE', 'The other side could not be reached', error)
}

const readBody = async (
  stream: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<{ body: Uint8Array; complete: boolean }> => {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of stream) {
    parts.push(part.subarray(0, maxBytes - size))
    size += part.length
    // Leaving the loop destroys the stream and its connection.
    if (size > maxBytes) return { body: Buffer.concat(parts), complete: false }
  }
  return { body: Buffer.concat(parts), complete: true }
}

/** Sends the request and resolves with the head of the answer; later errors are those of its body. */
const send = (
  request: http.ClientRequest,
  secure: boolean,
  body: string | Uint8Array | undefined,
): Promise<http.IncomingMessage> =>
  new Promise((resolve, reject) => {
    const tooSlow = setTimeout(
      () => request.destroy(Object.assign(new Error('No connection in time'), { code: 'ETIMEDOUT' })),
      connectMs,
    )
    const stop = (): void => clearTimeout(tooSlow)
    request.once('socket', (socket) => {
      if (socket.connecting) socket.once(secure ? 'secureConnect' : 'connect', stop)
      else stop()
    })
    request.once('response', (answer) => {
      stop()
      resolve(answer)
    })
    request.on('error', (error) => {
      stop()
      reject(error)
    })
    request.end(body)
  })

/** @param resolver replaced in tests */
export const openOutgoing = (
  allowPrivate: boolean,
  resolver: Lookup = openLookup(allowPrivate),
): Outgoing => {
  const resolve = (hostname: string): Promise<LookupAddress[]> =>
    new Promise((done) => resolver(hostname, { all: true }, (error, found) => done(error ? [] : found)))
  // No limit per host, since tenants with a common host would wait for each other; callers limit their calls.
  const pool = { keepAlive: true, timeout: 4000, lookup: guardedLookup(allowPrivate, resolver) }
  const agents = { 'http:': new http.Agent(pool), 'https:': new https.Agent(pool) }
  const read = (address: string): URL => {
    const url = readAddress(address, allowPrivate)
    if (typeof url === 'string') throw new OutgoingError('BLOCKED', `The address ${url}`)
    return url
  }
  return {
    check: async (path, address) => {
      const url = readAddress(address, allowPrivate)
      if (typeof url === 'string') throw invalid(path, url)
      const found = await Promise.race([
        resolve(bareHost(url.hostname)),
        new Promise<LookupAddress[]>((done) => setTimeout(done, resolveMs, []).unref()),
      ])
      if (!found.every((one) => isReachable(one.address, allowPrivate)))
        throw invalid(path, 'must be reachable from the internet')
      return url
    },
    call: async (address, { method, headers, body, timeoutMs = connectMs, maxBytes = 64 * 1024 }) => {
      const url = read(address)
      const host = bareHost(url.hostname)
      const signal = AbortSignal.timeout(timeoutMs)
      try {
        // A literal address is not passed to the lookup.
        if (/^[\d.]+$|:/.test(host) && !isReachable(host, allowPrivate))
          throw new Blocked(`${host} must not be called`)
        const secure = url.protocol === 'https:'
        // Not undici: it aborts on an unrequested 100 Continue, which some receivers send.
        const request = (secure ? https : http).request(url, {
          method,
          agent: secure ? agents['https:'] : agents['http:'],
          headers: { 'user-agent': 'Wellkept', 'accept-encoding': 'identity', ...headers },
          maxHeaderSize: 16 * 1024,
          signal,
        })
        const answer = await send(request, secure, body)
        return {
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          ...(await readBody(answer, maxBytes)),
        }
      } catch (error) {
        // When the time is over the body fails without a reason, so the signal's is used.
        throw faultOf(signal.aborted ? signal.reason : error)
      }
    },
    close: async () => {
      agents['http:'].destroy()
      agents['https:'].destroy()
    },
  }
}
