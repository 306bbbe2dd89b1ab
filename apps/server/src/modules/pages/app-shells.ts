/** HTML shells of the apps, and their files. */
import { randomBytes } from 'node:crypto'
import path from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Platform } from '#server/platform/context.ts'
import { notFound } from '#server/platform/errors.ts'
import { escapeHtml } from '#server/platform/http/html.ts'
import { type BuiltApp, builtApps } from './built-apps.ts'
import { type FindEndpoints, openProviderEndpoints } from './provider-endpoints.ts'
import { mountProviderStarts, returnAddress } from './provider-redirects.ts'
import { readStaticFiles, type StaticFiles, sendText } from './static-files.ts'

const immutable = { 'cache-control': 'public, max-age=31536000, immutable' }
const fresh = { 'cache-control': 'no-cache' }

/** The nonce that replaces `__CSP_NONCE__` in the page allows inline styles of the UI library. */
const shellPolicy = (nonce: string, { connect, wasm }: Pick<ShellFacts, 'connect' | 'wasm'>): string =>
  [
    "default-src 'none'",
    wasm ? "script-src 'self' 'wasm-unsafe-eval'" : "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    ["connect-src 'self'", ...connect].join(' '),
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

/** What a shell gets in addition to the built page. */
interface ShellFacts {
  /** data attributes of the root element */
  readonly data: Readonly<Record<string, string>>
  /** other origins that the page may call */
  readonly connect: readonly string[]
  readonly wasm?: BuiltApp['wasm'] | undefined
}

const noFacts: ShellFacts = { data: {}, connect: [] }

const rootElement = '<div id="root">'

const sendShell = async (
  request: FastifyRequest,
  reply: FastifyReply,
  files: StaticFiles,
  name: string,
  { data, ...allowed }: ShellFacts = noFacts,
): Promise<void> => {
  const html = files.text(name)
  if (html === undefined) throw notFound()
  const nonce = randomBytes(16).toString('base64')
  const attributes = Object.entries(data).map(([key, value]) => ` data-${key}="${escapeHtml(value)}"`)
  void reply
    .header('content-security-policy', shellPolicy(nonce, allowed))
    .header('cache-control', 'no-cache')
  const page = html
    .replaceAll('__CSP_NONCE__', nonce)
    .replace(rootElement, () => `${rootElement.slice(0, -1)}${attributes.join('')}>`)
  await sendText(request, reply, 'text/html; charset=utf-8', page)
}

const signInPaths = ['sign-in', 'register', 'welcome', 'reset', 'forgot', 'link-sent']

/** Available ways to sign in, and what the page needs for them. */
const openSignInFacts = (app: FastifyInstance, { config }: Platform, findEndpoints: FindEndpoints) => {
  const waysHere = (): string[] => [
    ...(config.google ? ['google'] : []),
    ...(config.microsoft ? ['microsoft'] : []),
    ...(app.hasRoute({ method: 'GET', url: '/sso/start' }) ? ['organisation'] : []),
  ]
  return async (request: FastifyRequest): Promise<ShellFacts> => {
    const { code, state } = request.query as Record<string, unknown>
    const data = { ways: waysHere().join(' '), 'password-min-length': String(config.passwordMinLength) }
    // Only a page that returns with Microsoft's code exchanges it for a token, so only that page may call the token
    // endpoint.
    const returns = typeof code === 'string' && typeof state === 'string'
    const token = returns && config.microsoft ? (await findEndpoints(config.microsoft))?.token : undefined
    if (!token || !config.microsoft) return { data, connect: [] }
    const microsoft = {
      'microsoft-client': config.microsoft.clientId,
      'microsoft-token-address': token.href,
      'return-address': returnAddress(config),
    }
    return { data: { ...data, ...microsoft }, connect: [token.origin] }
  }
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

const nameIn = (request: FastifyRequest): string => (request.params as { '*': string })['*']

const isHashed = (name: string): boolean => /-[\w-]{8,}\./.test(name)

const asset =
  (files: StaticFiles): Handler =>
  async (request, reply) => {
    const name = nameIn(request)
    if (
      name.endsWith('.html') ||
      !(await files.send(request, reply, name, isHashed(name) ? immutable : fresh))
    )
      throw notFound()
    return reply
  }

const shell =
  (files: StaticFiles, name: string, facts = noFacts): Handler =>
  async (request, reply) => {
    await sendShell(request, reply, files, name, facts)
    return reply
  }

/** What is below the address of an app: its service worker, its files where they are not elsewhere, and its page. */
const below = ({ home, page, assets, wasm }: BuiltApp, files: StaticFiles): Handler => {
  const open = shell(files, page, { ...noFacts, wasm })
  const send = asset(files)
  return async (request, reply) => {
    const name = nameIn(request)
    if (name === 'sw.js') {
      // The scope has no slash at its end, so it is above the script.
      if (!(await files.send(request, reply, name, { ...fresh, 'service-worker-allowed': home })))
        throw notFound()
      return reply
    }
    if (!assets && files.has(name) && !name.endsWith('.html')) return send(request, reply)
    if (/\.\w{2,5}$/.test(name)) throw notFound()
    return open(request, reply)
  }
}

export const mountAppShells = (
  app: FastifyInstance,
  platform: Platform,
  dist: string,
  apps: readonly BuiltApp[] = builtApps,
): void => {
  const findEndpoints = openProviderEndpoints(platform)
  const signInFacts = openSignInFacts(app, platform, findEndpoints)
  mountProviderStarts(app, platform.config, findEndpoints)
  const signIn = readStaticFiles(path.join(dist, 'sign-in'))
  const on = (url: string, handler: Handler): void => {
    app.route({ method: ['GET', 'HEAD'], url, handler })
  }

  on('/', async (_request, reply) => reply.redirect('/app/', 302))
  for (const name of signInPaths) {
    on(`/app/${name}`, async (request, reply) => {
      await sendShell(request, reply, signIn, 'sign-in.html', await signInFacts(request))
      return reply
    })
  }
  on('/app/sign-in-assets/*', asset(signIn))
  for (const one of apps) {
    const files = readStaticFiles(path.join(dist, one.folder))
    const { home, page, assets, more = {}, wasm } = one
    if (assets) on(`${assets}*`, asset(files))
    on(home, shell(files, page, { ...noFacts, wasm }))
    for (const [name, other] of Object.entries(more)) on(`${home}/${name}`, shell(files, other))
    on(`${home}/*`, below(one, files))
  }
}
