/**
 * Records which endpoints the tests of modules called successfully; the end of a full run checks that none is
 * missing.
 */
import { subscribe } from 'node:diagnostics_channel'
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import type { FastifyReply } from 'fastify'

interface TracedRequest {
  readonly reply: FastifyReply
  readonly route: { readonly url: string; readonly method: string | readonly string[] }
}

/** Records calls of every server of this process from now on. */
export const noteCalls = (file: string): void => {
  const called = new Set<string>()
  subscribe('tracing:fastify.request.handler:asyncEnd', (message) => {
    const { reply, route } = message as TracedRequest
    if (reply.statusCode < 400) called.add(`${reply.request.method} ${route.url}`)
  })
  process.once('exit', () => appendFileSync(file, [...called, ''].join('\n')))
}

/** Returns lines such as `GET /api/tasks/:id`. */
export const readCalls = (file: string): ReadonlySet<string> =>
  new Set(existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [])
