/** /docs, /llms.txt and /llms-full.txt: the built documentation. */
import path from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '#server/platform/errors.ts'
import { readStaticFiles } from './static-files.ts'

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"
const headers = { 'content-security-policy': policy, 'cache-control': 'public, max-age=300' }
const immutable = { 'cache-control': 'public, max-age=31536000, immutable' }

export const mountDocumentation = (app: FastifyInstance, dist: string): void => {
  const files = readStaticFiles(path.join(dist, 'docs'))
  const send = async (request: FastifyRequest, reply: FastifyReply, name: string): Promise<FastifyReply> => {
    // Names of events have a dot too, so the page is looked for first; a page has one address only.
    const file = files.has(`${name}.html`) ? `${name}.html` : name
    if (name.endsWith('.html')) throw notFound()
    const sent = await files.send(request, reply, file, name.startsWith('assets/') ? immutable : headers)
    if (!sent) throw notFound()
    return reply
  }
  const on = (url: string, name: (request: FastifyRequest) => string): void => {
    app.route({
      method: ['GET', 'HEAD'],
      url,
      handler: async (request, reply) => send(request, reply, name(request)),
    })
  }
  on('/docs', () => 'index')
  on('/docs/', () => 'index')
  on('/docs/*', ({ params }) => (params as { '*': string })['*'])
  on('/llms.txt', () => 'llms.txt')
  on('/llms-full.txt', () => 'llms-full.txt')
}
