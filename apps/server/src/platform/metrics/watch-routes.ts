/** Counts every request under the template of its route; what has no route is counted together. */
import type { FastifyInstance } from 'fastify'
import type { Metrics } from './counters.ts'

/** Before the first route is mounted. */
export const watchRoutes = (app: FastifyInstance, metrics: Metrics): void => {
  const countUnknown = metrics.route('any', 'unknown')
  app.addHook('onRoute', (options) => {
    // The page for an address that leads nowhere is a route of everything.
    const isNone = options.url === '/*'
    const count = isNone ? countUnknown : metrics.route([options.method].flat().join(' '), options.url)
    options.onResponse = (_request, reply, done) => {
      count(reply.statusCode, reply.elapsedTime)
      done()
    }
  })
  app.addHook('onResponse', (request, reply, done) => {
    if (request.is404) countUnknown(reply.statusCode, reply.elapsedTime)
    done()
  })
}
