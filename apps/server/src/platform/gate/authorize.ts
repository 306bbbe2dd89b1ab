/** Authentication and authorization of staff and API keys. */
import type { FastifyRequest } from 'fastify'
import { type Access, changesSomething, type Endpoint } from '#contracts/kit/endpoint.ts'
import { plans, roles } from '#contracts/kit/vocabulary.ts'
import { forbidden, unauthorized } from '../errors.ts'
import type { Principal } from './principal.ts'
import type { Principals } from './principals.ts'

const credentialHeader = /^(authorization|x-api-key|x-system-secret)$/i

/** Names of the credential headers of a request, each as often as it is sent. */
export const credentialsIn = ({ raw }: FastifyRequest): string[] =>
  raw.rawHeaders.filter((name, index) => index % 2 === 0 && credentialHeader.test(name))

export const bearerIn = (authorization: string | undefined): string | undefined =>
  /^Bearer ([\w.-]+)$/.exec(authorization ?? '')?.[1]

/** Authenticates by exactly one credential, `Authorization: Bearer …` or `X-API-Key`. */
export const authenticate = async (request: FastifyRequest, principals: Principals): Promise<Principal> => {
  // guard: one-credential
  if (credentialsIn(request).length !== 1) throw unauthorized()
  const { authorization, 'x-api-key': key } = request.headers
  const token = bearerIn(authorization)
  let principal: Principal | undefined
  if (typeof key === 'string') principal = await principals.ofKey(key)
  else if (token) principal = await principals.ofBearer(token)
  if (!principal) throw unauthorized()
  return principal
}

type TenantAccess = Extract<Access, { kind: 'tenant' }>

/** A key needs the scope of the endpoint, whatever role it asks of people. */
const isAllowed = (access: TenantAccess, actor: Principal['actor']): boolean =>
  actor.kind === 'KEY'
    ? access.scope !== null && actor.scopes.includes(access.scope)
    : actor.roles.some((role) => roles.indexOf(role) >= roles.indexOf(access.role))

/** @throws ServiceError FORBIDDEN if role, scope or plan do not suffice, or for a write by a read-only tenant */
export const authorize = (spec: Endpoint, principal: Principal): void => {
  if (spec.access.kind !== 'tenant') return
  // guard: role-and-scope
  if (!isAllowed(spec.access, principal.actor)) throw forbidden()
  // guard: plan
  if (spec.plan && plans.indexOf(principal.tenant.plan) < plans.indexOf(spec.plan)) {
    throw forbidden(`This needs the plan ${spec.plan} or higher`)
  }
  if (principal.readOnly && changesSomething(spec) && !spec.whenReadOnly) throw forbidden(principal.readOnly)
}
