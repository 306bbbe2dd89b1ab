/** One span for each request. Its name is the route, because addresses contain tokens. */
import {
  type Context,
  context,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { tracing } from './spans.ts'

/** Asked every second by supervisors. */
const untraced: ReadonlySet<string | undefined> = new Set(['/healthz', '/readyz', '/api/system/metrics'])

/** @param trusts whether a connection comes from a trusted proxy, whose trace is continued */
export const traceRequests = (
  app: FastifyInstance,
  trusts: (socketAddress: string | undefined) => boolean,
): void => {
  if (!tracing.on) return
  const contexts = new WeakMap<FastifyRequest, Context>()
  app.addHook('onRequest', (request, _reply, done) => {
    const route = request.routeOptions.url
    if (!untraced.has(route)) {
      const from = trusts(request.socket.remoteAddress)
        ? propagation.extract(ROOT_CONTEXT, request.headers)
        : ROOT_CONTEXT
      const attributes = {
        'http.request.method': request.method,
        ...(route === undefined ? {} : { 'http.route': route }),
        'wellkept.request_id': request.id,
      }
      const span = trace
        .getTracer('wellkept')
        .startSpan(`${request.method} ${route ?? ''}`.trim(), { kind: SpanKind.SERVER, attributes }, from)
      contexts.set(request, trace.setSpan(from, span))
    }
    done()
  })
  // Listeners of the body's stream run outside of the context of onRequest.
  app.addHook('preHandler', (request, _reply, done) => {
    const own = contexts.get(request)
    if (own) context.with(own, done)
    else done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const own = contexts.get(request)
    const span = own && trace.getSpan(own)
    span?.setAttribute('http.response.status_code', reply.statusCode)
    if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
    span?.end()
    done()
  })
}
