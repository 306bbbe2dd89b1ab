/** The shells of the apps below /app: sign-in and field (preact), desk (react). */
import { randomBytes } from 'node:crypto'
import path from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '#server/platform/errors.ts'
import { readStaticFiles, type StaticFiles, sendText } from './static-files.ts'

const immutable = { 'cache-control': 'public, max-age=31536000, immutable' }
const fresh = { 'cache-control': 'no-cache' }

/** Inline styles of the kit carry the nonce that replaces `__CSP_NONCE__` in the page. */
const shellPolicy = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

const sendShell = async (
  request: FastifyRequest,
  reply: FastifyReply,
  files: StaticFiles,
  name: string,
): Promise<void> => {
  const html = files.text(name)
  if (html === undefined) throw notFound()
  const nonce = randomBytes(16).toString('base64')
  void reply.header('content-security-policy', shellPolicy(nonce)).header('cache-control', 'no-cache')
  await sendText(request, reply, 'text/html; charset=utf-8', html.replaceAll('__CSP_NONCE__', nonce))
}

const signInPaths = ['sign-in', 'register', 'welcome', 'reset', 'forgot', 'link-sent']

export const mountAppShells = (app: FastifyInstance, dist: string): void => {
  const desk = readStaticFiles(path.join(dist, 'desk'))
  const field = readStaticFiles(path.join(dist, 'field'))

  const asset = (files: StaticFiles) => async (request: FastifyRequest, reply: FastifyReply) => {
    const name = (request.params as { '*': string })['*']
    if (
      name.endsWith('.html') ||
      !(await files.send(request, reply, name, /-[\w-]{8,}\./.test(name) ? immutable : fresh))
    )
      throw notFound()
    return reply
  }
  const shell =
    (files: StaticFiles, name: string) => async (request: FastifyRequest, reply: FastifyReply) => {
      await sendShell(request, reply, files, name)
      return reply
    }

  app.get('/', async (_request, reply) => reply.redirect('/app/', 302))
  for (const name of signInPaths) app.get(`/app/${name}`, shell(field, 'sign-in.html'))
  app.get('/app/field-assets/*', asset(field))
  app.get('/app/work/sw.js', async (request, reply) => {
    if (
      !(await field.send(request, reply, 'sw-work.js', { ...fresh, 'service-worker-allowed': '/app/work' }))
    )
      throw notFound()
    return reply
  })
  app.get('/app/work', shell(field, 'work.html'))
  app.get('/app/work/*', shell(field, 'work.html'))
  app.get('/app', shell(desk, 'index.html'))
  app.get('/app/*', async (request, reply) => {
    const name = (request.params as { '*': string })['*']
    if (desk.has(name) && !name.endsWith('.html')) return asset(desk)(request, reply)
    if (/\.\w{2,5}$/.test(name)) throw notFound()
    return shell(desk, 'index.html')(request, reply)
  })
}
