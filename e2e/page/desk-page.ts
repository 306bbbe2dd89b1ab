/**
 * The built desk with answers from the contracts' examples: no service, no database. A test replaces answers of single
 * endpoints, and reads which calls were made.
 */
import path from 'node:path'
import { after } from 'node:test'
import fastify from 'fastify'
import type { Browser } from 'playwright-core'
import type { Session } from '#client/session.ts'
import { endpoints } from '#contracts/all.ts'
import { getMe, Me } from '#contracts/auth.ts'
import { type Endpoint, successOf } from '#contracts/kit/endpoint.ts'
import { entitlementsOf } from '#contracts/kit/plan-features.ts'
import type { Plan, Role } from '#contracts/kit/vocabulary.ts'
import { mountAppShells } from '#server/modules/pages/app-shells.ts'
import type { Platform } from '#server/platform/context.ts'
import { shared } from '#test/shared.ts'
import { freePort, type Kind, type Opened, type Options, openBrowser, openContext } from '../browser.ts'
import { exampleOf, rowsOf } from './examples.ts'

export interface Call {
  readonly name: string
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  readonly body: unknown
}

/** `data` in the envelope of success, or `json` as it is. */
export interface Answer {
  readonly data?: unknown
  readonly json?: unknown
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
}

export interface DeskPage {
  readonly base: string
  readonly browser: Browser
  /** `as`: opens it signed in */
  open(kind: Kind, options?: Options & { as?: string }): Promise<Opened>
  /** Replaces the answer of an endpoint; a slow one is a promise. For a list `data` has all rows. */
  answer(endpoint: Endpoint, give: (call: Call) => Answer | Promise<Answer>): void
  /** Who is signed in from now on; `open` and a reload show it. */
  signIn(who: Person): void
  /** All calls since the beginning of the file, oldest first. */
  readonly calls: readonly Call[]
}

/** Roles, plan, and fields of the current user, e.g. `language`. */
export interface Person extends Partial<Omit<NonNullable<Me['user']>, 'roles'>> {
  readonly roles?: readonly Role[]
  readonly plan?: Plan
}

const email = 'admin@stage.example'

/** The current user: an administrator on the largest plan, unless `who` says otherwise. */
const meAs = ({ roles = ['TECHNICIAN', 'MANAGER', 'ADMIN'], plan = 'ENTERPRISE', ...changes }: Person) => {
  const me = exampleOf(Me) as Me
  const user = {
    ...(exampleOf(Me.properties.user.anyOf[0], 'me') as NonNullable<Me['user']>),
    email,
    roles,
    active: true,
    theme: 'SYSTEM',
    buildingIds: [],
    pushSubscriptions: [],
    savedViews: [],
    shortcuts: true,
    hasPassword: true,
    ...changes,
  }
  return {
    ...me,
    user,
    tenant: { ...me.tenant, plan, language: 'en', weekStart: 'MONDAY', administrators: ['Ada'] },
    entitlements: entitlementsOf(plan),
  }
}

const sessionFor = ({ user: { id, name, roles } }: ReturnType<typeof meAs>): Session => ({
  accessToken: 'example',
  refreshToken: 'example',
  user: { id, email, name, roles },
})

/** Matches paths with `:name`; those without parameters come first. */
const routes = endpoints
  .map((endpoint) => ({
    endpoint,
    pattern: new RegExp(`^${endpoint.path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`),
  }))
  .sort((a, b) => Number(a.endpoint.path.includes(':')) - Number(b.endpoint.path.includes(':')))

/** The example of an endpoint; a record that is asked for by its id has this id. */
const exampleFor = (spec: Endpoint, { params }: Call): Answer => {
  if (spec.list) return { data: rowsOf(spec.list) }
  if (!spec.data) return { json: '', status: 204 }
  const data = exampleOf(spec.data, spec.name)
  return {
    data: params.id && data && typeof data === 'object' && 'id' in data ? { ...data, id: params.id } : data,
  }
}

const envelopeOf = (spec: Endpoint, { data }: Answer, { query }: Call): object => {
  const about = spec.about ? (exampleOf(spec.about) as object) : {}
  if (!spec.list) return { success: true, data, ...about }
  const page = Number(query.get('page') ?? 1)
  const pageSize = Number(query.get('pageSize') ?? 20)
  const rows = data as readonly unknown[]
  const { length: total } = rows
  return {
    success: true,
    data: rows.slice((page - 1) * pageSize, page * pageSize),
    ...about,
    total,
    page,
    pageSize,
    totalPages: Math.ceil(total / pageSize),
  }
}

/** Address that takes uploads; a call has it as name, and the bytes as body. */
export const stored = '/api/stored'

interface Served {
  readonly base: string
  readonly answers: Map<string, (call: Call) => Answer | Promise<Answer>>
  readonly calls: Call[]
  close(): Promise<void>
}

/** Serves the files of the desk as the service does, and answers its calls. */
const serve = async (): Promise<Served> => {
  const port = await freePort()
  const base = `http://localhost:${port}`
  const answers: Served['answers'] = new Map()
  const calls: Call[] = []
  const app = fastify({ forceCloseConnections: true })
  // The shells read nothing else of the platform.
  const platform = { config: { baseUrl: base, passwordMinLength: 12 } } as unknown as Platform
  mountAppShells(app, platform, path.resolve(import.meta.dirname, '../../dist'))
  app.get('/healthz', () => ({ success: true, data: { alive: true } }))
  app.addContentTypeParser(/^image\//, { parseAs: 'buffer' }, (_request, bytes, done) => done(null, bytes))
  app.put(stored, ({ body }) => {
    calls.push({ name: stored, params: {}, query: new URLSearchParams(), body })
    return { success: true }
  })
  app.all('/api/*', async (request, reply) => {
    const url = new URL(request.url, base)
    const route = routes.find(
      ({ endpoint, pattern }) => endpoint.method === request.method && pattern.test(url.pathname),
    )
    if (!route) return reply.code(404).send({ success: false, error: 'Not found', code: 'NOT_FOUND' })
    const { endpoint, pattern } = route
    if (endpoint.stream) {
      reply.hijack()
      reply.raw.writeHead(200, { 'content-type': 'text/event-stream' }).write(':\n\n')
      return
    }
    const params = { ...pattern.exec(url.pathname)?.groups }
    const call: Call = { name: endpoint.name, params, query: url.searchParams, body: request.body }
    calls.push(call)
    const answer = await (answers.get(endpoint.name)?.(call) ?? exampleFor(endpoint, call))
    return reply
      .code(answer.status ?? successOf(endpoint, request.body))
      .headers({ 'cache-control': 'no-store', 'x-request-id': 'example', ...answer.headers })
      .send(answer.json ?? envelopeOf(endpoint, answer, call))
  })
  await app.listen({ port, host: '127.0.0.1' })
  return { base, answers, calls, close: () => app.close() }
}

/** Files of a process share the server, as it compresses each file of the desk once; answers and calls are per file. */
export const openDeskPage = async (): Promise<DeskPage> => {
  const common = await shared('desk pages', async () => {
    const served = await serve()
    return [served, served.close]
  })
  const { base, answers, calls, close } = common ?? (await serve())
  const browser = await openBrowser()
  answers.clear()
  calls.length = 0
  if (!common) after(close)
  let me = meAs({})
  answers.set(getMe.name, () => ({ data: me }))
  return {
    base,
    browser,
    calls,
    answer: (endpoint, give) => void answers.set(endpoint.name, give),
    signIn: (who) => {
      me = meAs(who)
    },
    open: (kind, { as, ...options } = {}) =>
      openContext(browser, base, kind, as ? { ...options, session: sessionFor(me) } : options),
  }
}
