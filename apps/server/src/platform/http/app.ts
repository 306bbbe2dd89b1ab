/** The HTTP server: parsing, the error envelope, security headers, request ids. */
import type { Socket } from 'node:net'
import { MIMEType } from 'node:util'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { Logger } from 'pino'
import { errorStatus } from '#contracts/kit/vocabulary.ts'
import { envelope, notFound, ServiceError } from '../errors.ts'
import { parseJson } from '../gate/body.ts'
import { newId } from '../ids.ts'
import { traceRequests } from '../traces/trace-requests.ts'
import { limitSlowBodies } from './slow-bodies.ts'
import { limitSlowReaders, stalledMs } from './slow-readers.ts'

const json = 'application/json; charset=utf-8'

/** Whether the content type is UTF-8 under any of its names (`utf8`, `UTF-8`), or names no charset. */
const isUtf8 = (type: string): boolean => {
  try {
    const charset = new MIMEType(type).params.get('charset')
    return charset === null || new TextDecoder(charset).encoding === 'utf-8'
  } catch {
    return false
  }
}

/** Maps Fastify's errors to ours. */
const fromFramework = (error: { code?: string; statusCode?: number }): ServiceError | undefined => {
  // The client disconnected within its body; a broken connection of ours has no status.
  if (error.code === 'ECONNRESET' && error.statusCode === 400)
    return new ServiceError('VALIDATION_ERROR', 'body: ended before it was complete')
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new ServiceError('PAYLOAD_TOO_LARGE', 'The body is larger than allowed')
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
    case 'FST_ERR_CTP_INVALID_CONTENT_TYPE':
      return new ServiceError('UNSUPPORTED_MEDIA_TYPE', 'The body must be application/json')
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return new ServiceError('VALIDATION_ERROR', 'body: its length differs from Content-Length')
    case 'FST_ERR_BAD_URL':
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return notFound()
    default:
      return undefined
  }
}

export const sendError = async (
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> => {
  const known = error instanceof ServiceError ? error : fromFramework(error as { code?: string })
  const fault =
    known ?? new ServiceError('INTERNAL_ERROR', 'Something went wrong on our side', { cause: error })
  if (fault.status >= 500 || fault.cause) {
    request.log[fault.status >= 500 && fault.code !== 'SERVICE_UNAVAILABLE' ? 'error' : 'warn'](
      { err: fault.cause ?? fault, code: fault.code, reqId: request.id },
      fault.message,
    )
  }
  for (const [name, value] of Object.entries(fault.headers)) void reply.header(name, value)
  await reply
    .code(fault.status)
    .header('content-type', json)
    .send(envelope(fault.code, fault.message, fault.details))
}

/** Headers of every answer. */
const headersOfAll = (secure: boolean): Record<string, string> => ({
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  ...(secure ? { 'strict-transport-security': 'max-age=31536000' } : {}),
})

/** Headers of API answers, and of errors for invalid HTTP. */
const headersOfApi = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
}

const tookTooLong = 'ERR_HTTP_REQUEST_TIMEOUT'

const refuseConnection = (error: { readonly code?: string }, socket: Socket, secure: boolean): void => {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return
  const timeout = error.code === tookTooLong
  const large = error.code === 'HPE_HEADER_OVERFLOW'
  const line = large
    ? '431 Request Header Fields Too Large'
    : timeout
      ? '408 Request Timeout'
      : '400 Bad Request'
  const body = envelope(
    'VALIDATION_ERROR',
    large
      ? 'The headers are larger than allowed'
      : timeout
        ? 'The request took too long'
        : 'The request is not HTTP',
  )
  const headers = {
    'Content-Type': json,
    'Content-Length': Buffer.byteLength(body),
    'X-Request-Id': newId(Date.now()),
    Connection: 'close',
    ...headersOfAll(secure),
    ...headersOfApi,
  }
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${line}\r\n${head.join('')}\r\n${body}`)
  socket.setTimeout(stalledMs)
}

/**
 * Rejects CONNECT and upgrades. Node has removed its listeners from such a connection: without ours an error would
 * end the process, and an unread connection would stay open.
 */
const refuseTunnel = (socket: Socket, secure: boolean): void => {
  socket.on('error', () => {})
  socket.resume()
  refuseConnection({}, socket, secure)
  const late = setTimeout(() => socket.destroy(), stalledMs)
  late.unref()
  socket.once('close', () => clearTimeout(late))
}

/** HTTP/1.1 requires exactly one Host header; proxies could interpret two differently. */
const hasOneHost = ({ httpVersion, rawHeaders }: FastifyRequest['raw']): boolean => {
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? ''
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  return hosts === 1 || (hosts === 0 && httpVersion !== '1.1')
}

/** Characters that a decoded path must not contain. */
const badPath = /[\u0000-\u001f\u007f]/

/** Most paths need no decoding. */
const isReadable = (url: string): boolean => {
  const end = url.indexOf('?')
  const path = end === -1 ? url : url.slice(0, end)
  try {
    return !badPath.test(path.includes('%') ? decodeURIComponent(path) : path)
  } catch {
    return false
  }
}

const requestIdOfProxy = /^[\w-]{8,64}$/

export interface AppOptions {
  readonly log: Logger
  readonly corsOrigins: readonly string[]
  /** the public address is https */
  readonly secure: boolean
  /** whether a connection comes from a trusted proxy, whose X-Request-Id is used */
  readonly trusts: (socketAddress: string | undefined) => boolean
}

export const createApp = ({ log, corsOrigins, secure, trusts }: AppOptions): FastifyInstance => {
  const always = headersOfAll(secure)
  const head = (request: FastifyRequest, reply: FastifyReply): void => {
    void reply.header('x-request-id', request.id).headers(always)
    if (request.url.startsWith('/api/')) void reply.headers(headersOfApi)
  }
  const app = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    // A child logger for each request is expensive; errors are logged with the request id.
    childLoggerFactory: (logger) => logger,
    exposeHeadRoutes: false,
    requestIdHeader: false,
    genReqId: ({ headers, socket }) => {
      const given = headers['x-request-id']
      return typeof given === 'string' && requestIdOfProxy.test(given) && trusts(socket.remoteAddress)
        ? given
        : newId(Date.now())
    },
    // guard: body-size
    bodyLimit: 1024 * 1024,
    connectionTimeout: 0,
    // A photo may take as long as its upload link is valid; other bodies have their own limit below.
    requestTimeout: 600_000,
    keepAliveTimeout: 15_000,
    return503OnClosing: false,
    // Node's default is every 30 s.
    http: {
      headersTimeout: 10_000,
      maxHeaderSize: 32 * 1024,
      connectionsCheckingInterval: 2000,
      // Node would answer without the envelope; onRequest checks it.
      requireHostHeader: false,
    },
    clientErrorHandler: (error, socket) => refuseConnection(error, socket, secure),
    // An undecodable path gets here without any hook.
    frameworkErrors: (error, request, reply) => {
      head(request, reply)
      void sendError(error, request, reply)
    },
    routerOptions: {
      maxParamLength: 2000,
      caseSensitive: true,
      ignoreTrailingSlash: false,
      ignoreDuplicateSlashes: false,
    },
  })
  traceRequests(app, trusts)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (!isUtf8(request.headers['content-type'] ?? '')) {
      done(new ServiceError('UNSUPPORTED_MEDIA_TYPE', 'The body must be UTF-8'))
      return
    }
    if (request.headers['content-encoding'] && request.headers['content-encoding'] !== 'identity') {
      done(new ServiceError('UNSUPPORTED_MEDIA_TYPE', 'Compressed bodies are not accepted'))
      return
    }
    try {
      done(null, parseJson(body as Buffer))
    } catch (error) {
      done(error as Error)
    }
  })
  app.addHook('onRequest', async (request, reply) => {
    head(request, reply)
    if (request.url.startsWith('/api/')) {
      const origin = request.headers.origin
      if (origin && corsOrigins.includes(origin)) {
        void reply
          .header('access-control-allow-origin', origin)
          .header('vary', 'Origin')
          .header(
            'access-control-expose-headers',
            'ETag, Retry-After, RateLimit, RateLimit-Policy, X-Request-Id, Idempotent-Replayed, Content-Disposition',
          )
        if (request.method === 'OPTIONS' && request.headers['access-control-request-method']) {
          await reply
            .code(204)
            .header('access-control-allow-methods', 'GET, POST, PUT, PATCH, DELETE')
            .header(
              'access-control-allow-headers',
              'Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID, X-API-Key',
            )
            .header('access-control-max-age', '600')
            .send()
        }
      }
    }
    if (!hasOneHost(request.raw)) {
      void reply.header('connection', 'close')
      throw new ServiceError('VALIDATION_ERROR', 'The request needs exactly one Host header')
    }
    if (!isReadable(request.url)) throw notFound()
  })
  limitSlowReaders(app)
  limitSlowBodies(app.server, (socket) => refuseConnection({ code: tookTooLong }, socket, secure))
  // Node would answer both without the envelope: it rejects unknown expectations and does not open tunnels.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  app.server.on('connect', (_request, socket) => refuseTunnel(socket as Socket, secure))
  app.setErrorHandler(sendError)
  app.setNotFoundHandler((request, reply) => sendError(notFound(), request, reply))
  return app
}

/** HTTP status of every error code, for OpenAPI. */
export const statuses = errorStatus
