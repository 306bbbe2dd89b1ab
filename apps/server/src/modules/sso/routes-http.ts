/** `/sso/start` and `/sso/:tenant/…`: pages and redirects of single sign-on, outside the API. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ssoPassCookie } from '#server/modules/auth/public.ts'
import type { Platform, PublicContext } from '#server/platform/context.ts'
import { ServiceError } from '#server/platform/errors.ts'
import type { Gate } from '#server/platform/gate/gate.ts'
import { rejectOverLimit } from '#server/platform/gate/rate-limits.ts'
import { normaliseEmail } from '#server/platform/gate/text.ts'
import { addressesOf, safeReturn } from './addresses.ts'
import { readTenant } from './configuration.ts'
import { finishSignIn, isAvailable, type ProviderAnswer, startSignIn } from './flow.ts'
import { encryptionKey, signingKey } from './keys.ts'
import { openOidc } from './oidc.ts'
import { languageOf, onwardPage, pagePolicy, refusalPage, startPage, testPage } from './pages.ts'
import { type RefusalCode, SsoRefusal } from './refusal.ts'
import { bindingCookie, endCookie, isBound, requestOfState, stateOfSamlId } from './requests.ts'
import { decodeResponse, maxResponseBytes, requestIdOf, samlMetadata } from './saml/saml.ts'

type Request = FastifyRequest<{ Params: { tenant: string } }>

const statusOf = (code: RefusalCode): number => {
  switch (code) {
    case 'NOT_AVAILABLE':
      return 404
    case 'PROVIDER_UNREACHABLE':
    case 'BUSY':
      return 503
    case 'TOO_MANY':
      return 429
    case 'SPENT':
    case 'OTHER_BROWSER':
    case 'CHANGED':
    case 'PROVIDER_REFUSED':
    case 'NOT_PROVEN':
      return 401
    case 'NO_ADDRESS':
    case 'FOREIGN_DOMAIN':
    case 'NOT_A_MEMBER':
    case 'DISABLED':
    case 'NO_ROLE':
    case 'NO_PLACE':
    case 'OTHER_PERSON':
      return 403
    default:
      return code satisfies never
  }
}

/** Failures that a page can explain; others are answered as everywhere. */
const refusalFor = (error: unknown): SsoRefusal | undefined => {
  if (error instanceof SsoRefusal) return error
  if (!(error instanceof ServiceError)) return undefined
  if (error.code === 'RATE_LIMITED') return new SsoRefusal('TOO_MANY')
  return error.code === 'SERVICE_UNAVAILABLE' ? new SsoRefusal('BUSY') : undefined
}

const testLifetimeMs = 60 * 60_000

/** Creation time in a UUIDv7, in milliseconds. */
const createdAt = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)

export const mountSso = async (app: FastifyInstance, platform: Platform, gate: Gate): Promise<void> => {
  const { config, databases, keys } = platform
  const oidc = openOidc(platform)

  const queryOf = (request: FastifyRequest): string => {
    const url = request.raw.url ?? ''
    const at = url.indexOf('?')
    return at < 0 ? '' : url.slice(at + 1)
  }

  /** A parameter that occurs exactly once. */
  const single = (search: URLSearchParams, name: string): string | undefined => {
    const values = search.getAll(name)
    return values.length === 1 ? values[0] : undefined
  }

  const html = (reply: FastifyReply, status: number, body: string): FastifyReply =>
    reply.code(status).header('content-type', 'text/html; charset=utf-8').send(body)

  const refuse = (request: FastifyRequest, reply: FastifyReply, refusal: SsoRefusal): FastifyReply => {
    const { tenant } = request.params as { tenant?: string }
    const startsAgain = tenant !== undefined && refusal.code !== 'NOT_AVAILABLE'
    const again = startsAgain ? addressesOf(config, tenant).login : undefined
    return html(
      reply,
      statusOf(refusal.code),
      refusalPage(languageOf(request.headers['accept-language']), refusal.code, again),
    )
  }

  const refuseTest = (
    request: FastifyRequest,
    reply: FastifyReply,
    { code, detail }: SsoRefusal,
  ): FastifyReply => {
    const language = languageOf(request.headers['accept-language'])
    return html(reply, statusOf(code), testPage(language, { refused: code, detail }))
  }

  /** Rate limits by address, the context of a public request, and pages for refusals. */
  const handle =
    (work: (ctx: PublicContext, request: Request, reply: FastifyReply) => Promise<FastifyReply>) =>
    async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      void reply.header('cache-control', 'no-store').header('content-security-policy', pagePolicy)
      try {
        const ctx = await gate.publicContext(request, request.id)
        if (config.rateLimits !== 'off')
          rejectOverLimit(await platform.limiter.consume('public', `sso:${ctx.source}`))
        platform.disk.assertSpace()
        return await work(ctx, request as Request, reply)
      } catch (error) {
        const refusal = refusalFor(error)
        if (!refusal) throw error
        if (error instanceof ServiceError) void reply.headers(error.headers)
        return refuse(request, reply, refusal)
      }
    }

  /** Reads the id only, on a connection for requests: a busy worker does not block sign-ins. */
  const tenantOf = async (request: Request): Promise<string> => {
    const slug = request.params.tenant
    if (!/^[a-z0-9][a-z0-9-]{0,99}$/.test(slug)) throw new SsoRefusal('NOT_AVAILABLE')
    const { rows } = await databases.app.query<{ id: string | null }>({
      name: 'sso-tenant',
      text: 'select tenant_of_slug($1) as id',
      values: [slug],
    })
    const id = rows[0]?.id
    if (!id) throw new SsoRefusal('NOT_AVAILABLE')
    return id
  }

  const leave = async (
    ctx: PublicContext,
    request: Request,
    reply: FastifyReply,
    start: Parameters<typeof startSignIn>[3] & { tenantId: string },
  ): Promise<FastifyReply> => {
    const { requestId, crossSite, url } = await startSignIn(ctx, oidc, start.tenantId, start)
    const path = addressesOf(config, request.params.tenant).cookiePath
    return reply
      .header('set-cookie', bindingCookie(platform, { id: requestId, path, crossSite }))
      .redirect(url, 303)
  }

  const comeBack = async (
    ctx: PublicContext,
    request: Request,
    reply: FastifyReply,
    { tenantId, state, answer }: { tenantId: string; state: string | undefined; answer: ProviderAnswer },
  ): Promise<FastifyReply> => {
    const id = requestOfState(platform, tenantId, state)
    if (id === undefined) throw new SsoRefusal('SPENT')
    const crossSite = answer.protocol === 'SAML'
    if (!isBound(platform, request.headers.cookie, id, { crossSite })) throw new SsoRefusal('OTHER_BROWSER')
    void reply.header('set-cookie', endCookie(id, addressesOf(config, request.params.tenant).cookiePath))
    const arrival = await finishSignIn(ctx, oidc, tenantId, id, answer)
    switch (arrival.kind) {
      case 'SIGN_IN': {
        platform.wake(tenantId)
        void reply.header('set-cookie', ssoPassCookie(platform, arrival.token))
        const next = arrival.returnTo === null ? '' : `?next=${encodeURIComponent(arrival.returnTo)}`
        return reply.redirect(`/app/sign-in${next}#sso=${arrival.token}`, 303)
      }
      case 'TEST':
        return html(reply, 200, testPage(languageOf(request.headers['accept-language']), arrival.outcome))
      case 'REFUSED': {
        const { test, refusal } = arrival
        return test ? refuseTest(request, reply, refusal) : refuse(request, reply, refusal)
      }
      default:
        return arrival satisfies never
    }
  }

  app.get(
    '/sso/start',
    handle(async (ctx, request, reply) => {
      const search = new URLSearchParams(queryOf(request))
      const returnTo = safeReturn(single(search, 'returnTo'))
      const hasEmail = search.has('email')
      const email = normaliseEmail(single(search, 'email') ?? '')
      const domain = email?.slice(email.lastIndexOf('@') + 1)
      const line =
        domain === undefined
          ? undefined
          : await ctx.directory
              .selectFrom('sso_domain_directory')
              .select('tenant_id')
              .where('domain', '=', domain)
              .executeTakeFirst()
      const slug = line && (await isAvailable(ctx, line.tenant_id))
      if (slug === undefined)
        return html(reply, 200, startPage(languageOf(request.headers['accept-language']), hasEmail, returnTo))
      const next = returnTo === undefined ? '' : `?returnTo=${encodeURIComponent(returnTo)}`
      const login = `${addressesOf(config, slug).cookiePath}/login${next}`
      return search.has('form')
        ? html(reply, 200, onwardPage(languageOf(request.headers['accept-language']), login))
        : reply.redirect(login, 303)
    }),
  )

  app.get(
    '/sso/:tenant/login',
    handle(async (ctx, request, reply) => {
      const returnTo = safeReturn(single(new URLSearchParams(queryOf(request)), 'returnTo'))
      return leave(ctx, request, reply, { tenantId: await tenantOf(request), kind: 'SIGN_IN', returnTo })
    }),
  )

  app.get(
    '/sso/:tenant/test',
    handle(async (ctx, request, reply) => {
      const tenantId = await tenantOf(request)
      const token = single(new URLSearchParams(queryOf(request)), 'token')
      const found = token === undefined ? undefined : keys.unseal('sso-test', token)
      if (found?.tenantId !== tenantId || ctx.now.getTime() - createdAt(found.id) > testLifetimeMs)
        throw new SsoRefusal('SPENT')
      try {
        return await leave(ctx, request, reply, { tenantId, kind: 'TEST', id: found.id })
      } catch (error) {
        if (!(error instanceof SsoRefusal)) throw error
        return refuseTest(request, reply, error)
      }
    }),
  )

  app.get(
    '/sso/:tenant/callback',
    handle(async (ctx, request, reply) => {
      const tenantId = await tenantOf(request)
      const search = queryOf(request)
      const state = single(new URLSearchParams(search), 'state')
      return comeBack(ctx, request, reply, { tenantId, state, answer: { protocol: 'OIDC', search } })
    }),
  )

  app.get(
    '/sso/:tenant/metadata',
    handle(async (ctx, request, reply) => {
      const tenantId = await tenantOf(request)
      const xml = await ctx.inTenant(tenantId, 'write', async (tenant) => {
        const { plan, slug } = await readTenant(tenant)
        if (plan !== 'ENTERPRISE') throw new SsoRefusal('NOT_AVAILABLE')
        // Only on request: a provider that refreshes our metadata by itself must not start to encrypt.
        const encrypts = new URLSearchParams(queryOf(request)).get('encryption') === 'true'
        const decryption = encrypts ? await encryptionKey(tenant) : undefined
        return samlMetadata(addressesOf(config, slug), await signingKey(tenant), decryption)
      })
      return reply
        .header('content-type', 'application/samlmetadata+xml; charset=utf-8')
        .header('content-security-policy', "default-src 'none'; sandbox")
        .send(xml)
    }),
  )

  // A scope of its own: forms are parsed only here.
  await app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'buffer', bodyLimit: maxResponseBytes },
      (_request, body, done) => done(null, body),
    )
    scope.post(
      '/sso/:tenant/acs',
      { bodyLimit: maxResponseBytes },
      handle(async (ctx, request, reply) => {
        const tenantId = await tenantOf(request)
        if (!Buffer.isBuffer(request.body))
          throw new ServiceError('UNSUPPORTED_MEDIA_TYPE', 'The body must be a form')
        const form = new URLSearchParams(request.body.toString('latin1'))
        const xml = decodeResponse(single(form, 'SAMLResponse') ?? '')
        const state = stateOfSamlId(requestIdOf(xml))
        return comeBack(ctx, request, reply, { tenantId, state, answer: { protocol: 'SAML', xml } })
      }),
    )
  })
}
