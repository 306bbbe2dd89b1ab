/** Auth strategy of a realm: a token of its kind and nothing else, rate limits of its own, one transaction in its tenant. */
import type { FastifyRequest } from 'fastify'
import { changesSomething, type Endpoint } from '#contracts/kit/endpoint.ts'
import { acceptedLanguages } from '#contracts/kit/language.ts'
import { limits, plans } from '#contracts/kit/vocabulary.ts'
import type { Platform, RealmContext } from '../../context.ts'
import { forbidden, unauthorized } from '../../errors.ts'
import { requireFlag } from '../../flags.ts'
import { inMaintenance } from '../../maintenance.ts'
import { auditCall } from '../audit.ts'
import { bearerIn, credentialsIn } from '../authorize.ts'
import { openFailedAttemptThrottle } from '../failed-attempt-throttle.ts'
import type { RateLimits } from '../rate-limits.ts'
import { readCall } from '../read-call.ts'
import type { RealmPrincipals } from '../realm-principals.ts'
import type { Realm, RealmPrincipal } from '../realms.ts'
import { addressOf } from '../sources.ts'
import { type AuthStrategy, tenantContext } from './strategy.ts'
import { readAs, type TenantCaller, writeAs } from './tenant-calls.ts'

/** The bearer token of a request that carries exactly one credential. @throws ServiceError UNAUTHORIZED */
export const onlyBearer = (request: FastifyRequest): string => {
  const token = bearerIn(request.headers.authorization)
  if (credentialsIn(request).length !== 1 || !token) throw unauthorized()
  return token
}

const authorizeRealm = (spec: Endpoint, realm: Realm, principal: RealmPrincipal): void => {
  realm.authorize?.(spec, principal)
  if (spec.plan && plans.indexOf(principal.tenant.plan) < plans.indexOf(spec.plan))
    throw forbidden(`This needs the plan ${spec.plan} or higher`)
  if (principal.readOnly && changesSomething(spec) && !spec.whenReadOnly) throw forbidden(principal.readOnly)
}

export const openRealmAuth = (
  platform: Platform,
  principals: RealmPrincipals,
  rateLimits: RateLimits,
  realm: Realm,
): AuthStrategy => {
  const { sources, maintenance, disk } = platform
  const failedAttempts = openFailedAttemptThrottle(platform.limiter)

  const callerOf = (
    spec: Endpoint,
    { actor, tenant, readOnly }: RealmPrincipal,
    languages: readonly string[],
  ): TenantCaller<RealmContext> => ({
    tenantId: tenant.id,
    id: actor.id,
    contextFor: (transaction, { requestId, ifMatch, now }) => ({
      ...tenantContext(transaction, { platform, tenantId: tenant.id, actor, requestId, now }),
      actor,
      tenant,
      languages,
      readOnly: readOnly !== undefined,
      ifMatch,
    }),
    audit: (ctx, call) => {
      if (spec.auditLabel !== undefined) auditCall(ctx, spec, call)
    },
  })

  return async (handler, request, reply) => {
    const { spec } = handler
    await rateLimits.byAddress(reply, spec, addressOf(sources, request))
    const principal = await principals.ofBearer(realm, onlyBearer(request))
    if (!principal) throw unauthorized()
    const { by } = limits[spec.limit]
    const { tenant, actor } = principal
    // Phones that sync must not lock out the team, so each realm has buckets of its own.
    if (by === 'tenant') await rateLimits.consume(reply, spec, spec.limit, `${realm.access}:${tenant.id}`)
    requireFlag(platform.flags, spec.flag, tenant)
    authorizeRealm(spec, realm, principal)
    const changes = changesSomething(spec)
    if (changes && maintenance.state.on && !spec.whenReadOnly) throw inMaintenance(maintenance.state)
    if (changes) disk.assertSpace()
    const input = readCall(spec, request)
    if (by === 'user') await rateLimits.consume(reply, spec, spec.limit, `${tenant.id}:${actor.id}`)
    const answer = changes ? writeAs : readAs
    const languages = acceptedLanguages(request.headers['accept-language'])
    const work = () => answer(platform, handler, request, callerOf(spec, principal, languages), input)
    const isGuess = spec.countsMisses && platform.config.rateLimits !== 'off'
    return isGuess ? failedAttempts.run(addressOf(sources, request), work) : work()
  }
}
