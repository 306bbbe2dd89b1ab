/** Which endpoints the tests of the modules called with success: the end of a whole run looks whether one is missing. */
import { subscribe } from 'node:diagnostics_channel'
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import type { FastifyReply } from 'fastify'

interface Traced {
  readonly reply: FastifyReply
  readonly route: { readonly url: string; readonly method: string | readonly string[] }
}

/** From now on, for every server of this process. */
export const noteCalls = (file: string): void => {
  const called = new Set<string>()
  subscribe('tracing:fastify.request.handler:asyncEnd', (message) => {
    const { reply, route } = message as Traced
    if (reply.statusCode < 400) called.add(`${reply.request.method} ${route.url}`)
  })
  process.once('exit', () => appendFileSync(file, [...called, ''].join('\n')))
}

/** As `GET /api/tasks/:id`. */
export const readCalls = (file: string): ReadonlySet<string> =>
  new Set(existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [])
