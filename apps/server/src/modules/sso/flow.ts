/** The redirect to the identity provider and back: what OIDC and SAML share. */
import { hash } from 'node:crypto'
import type { SsoTestResult } from '#contracts/sso.ts'
import { oneTimeSignIn } from '#server/modules/auth/public.ts'
import type { PublicContext, TenantContext } from '#server/platform/context.ts'
import type { SigningCertificate } from '#server/platform/crypto/certificate.ts'
import { newId } from '#server/platform/ids.ts'
import { addressesOf, type SsoAddresses } from './addresses.ts'
import { isComplete, isTested, readSetup, type SsoConfiguration, type SsoSetup } from './configuration.ts'
import { readEncryptionKey, signingKey } from './keys.ts'
import { decideAdmission, provisionMember } from './member.ts'
import type { Oidc } from './oidc.ts'
import type { TestOutcome } from './pages.ts'
import { type Person, personOfAssertion, personOfClaims } from './person.ts'
import { SsoRefusal } from './refusal.ts'
import {
  consumeAssertion,
  consumeRequest,
  oidcStart,
  type RequestKind,
  type SsoRequest,
  samlId,
  startRequest,
  stateOfRequest,
} from './requests.ts'
import { samlLoginUrl, verifyResponse } from './saml/saml.ts'

/** A tenant whose members can sign in by SSO now. */
interface ReadyTenant {
  readonly setup: SsoSetup
  readonly set: SsoConfiguration
  readonly addresses: SsoAddresses
}

/** @throws SsoRefusal NOT_AVAILABLE, whatever the reason */
const readReady = async (ctx: TenantContext, kind: RequestKind): Promise<ReadyTenant> => {
  const setup = await readSetup(ctx)
  const { configuration: set, tenant } = setup
  const open = set && isComplete(set) && (set.enabled || kind === 'TEST')
  if (tenant.plan !== 'ENTERPRISE' || !open) throw new SsoRefusal('NOT_AVAILABLE')
  return { setup, set, addresses: addressesOf(ctx.platform.config, tenant.slug) }
}

/** @returns the slug of a tenant whose sign-in /sso/start may begin */
export const isAvailable = (ctx: PublicContext, tenantId: string): Promise<string | undefined> =>
  ctx.inTenant(tenantId, 'read', async (tenant) => {
    try {
      return (await readReady(tenant, 'SIGN_IN')).setup.tenant.slug
    } catch (error) {
      if (error instanceof SsoRefusal) return undefined
      throw error
    }
  })

/** Stored for the administrators: the last test, or the last failed sign-in. */
const recordOutcome = async (
  ctx: PublicContext,
  tenantId: string,
  { kind, configurationVersion }: Pick<SsoRequest, 'kind' | 'configurationVersion'>,
  outcome: { email: string | null; refusal: SsoRefusal | undefined },
): Promise<void> => {
  const { email, refusal } = outcome
  const at = ctx.now.toISOString()
  const fault = {
    code: refusal?.code ?? null,
    detail: refusal?.detail ?? null,
    reason: refusal?.reason ?? null,
  }
  const test = { at, version: configurationVersion, ok: refusal === undefined, email, ...fault }
  const columns =
    kind === 'TEST' ? { last_test: JSON.stringify(test) } : { last_error: JSON.stringify({ at, ...fault }) }
  await ctx.inTenant(tenantId, 'write', (tenant) =>
    tenant.db.updateTable('sso_configuration').set(columns).execute(),
  )
}

/**
 * A test counts as failed from its start until it succeeds, so that one which ends at the provider, or whose page is
 * closed, shows. An earlier successful test stays valid.
 */
const recordDeparture = async (tenant: TenantContext, set: SsoConfiguration): Promise<void> => {
  if (isTested(set)) return
  const test: SsoTestResult = {
    at: tenant.now.toISOString(),
    version: set.configurationVersion,
    ok: false,
    email: null,
    code: 'NOT_FINISHED',
    detail: null,
    reason: 'The test was started and has not come back.',
  }
  await tenant.db
    .updateTable('sso_configuration')
    .set({ last_test: JSON.stringify(test) })
    .execute()
}

const recordRefusal = async (
  ctx: PublicContext,
  tenantId: string,
  request: Pick<SsoRequest, 'kind' | 'configurationVersion'>,
  refusal: SsoRefusal,
  email: string | null,
): Promise<void> => {
  const { code, detail } = refusal
  ctx.platform.log.info({ tenantId, code, detail }, 'A sign-in by SSO failed')
  await recordOutcome(ctx, tenantId, request, { email, refusal })
}

export interface StartedSignIn {
  readonly requestId: string
  readonly crossSite: boolean
  readonly url: string
}

/**
 * Starts a sign-in, or a test with the id of a one-time link.
 * @throws SsoRefusal
 */
export const startSignIn = async (
  ctx: PublicContext,
  oidc: Oidc,
  tenantId: string,
  start: { kind: RequestKind; id?: string; returnTo?: string | undefined },
): Promise<StartedSignIn> => {
  const { kind, returnTo } = start
  const id = start.id ?? newId(ctx.now.getTime())
  const ready = await ctx.inTenant(tenantId, 'write', async (tenant) => {
    const found = await readReady(tenant, kind)
    const { configurationVersion } = found.set
    const isNew = await startRequest(tenant, { id, kind, configurationVersion, returnTo: returnTo ?? null })
    if (!isNew) throw new SsoRefusal('SPENT')
    if (kind === 'TEST') await recordDeparture(tenant, found.set)
    return { ...found, key: found.set.protocol === 'SAML' ? await signingKey(tenant) : undefined }
  })
  const { set, addresses, key } = ready
  const state = stateOfRequest(ctx.platform, tenantId, id)
  try {
    const url = key
      ? await samlLoginUrl({ addresses, configuration: set, key }, samlId(state), ctx.now)
      : await oidc.loginUrl(tenantId, set, oidcStart(ctx.platform, tenantId, id, addresses.callback))
    return { requestId: id, crossSite: key !== undefined, url }
  } catch (error) {
    if (!(error instanceof SsoRefusal)) throw error
    await recordRefusal(ctx, tenantId, { kind, configurationVersion: set.configurationVersion }, error, null)
    throw error
  }
}

/** The provider's answer. */
export type ProviderAnswer =
  | { readonly protocol: 'OIDC'; readonly search: string }
  | { readonly protocol: 'SAML'; readonly xml: string }

interface SamlKeys {
  readonly key: SigningCertificate
  readonly decryption: SigningCertificate | undefined
}

interface Proof {
  readonly person: Person
  /** of a SAML assertion, so that it is accepted only once */
  readonly assertion: { readonly hash: string; readonly expiresAt: Date } | undefined
}

const verifyAnswer = async (
  ctx: PublicContext,
  oidc: Oidc,
  {
    set,
    addresses,
    keys,
    tenantId,
    id,
  }: ReadyTenant & { keys: SamlKeys | undefined; tenantId: string; id: string },
  answer: ProviderAnswer,
): Promise<Proof> => {
  if (answer.protocol !== set.protocol) throw new SsoRefusal('CHANGED')
  if (answer.protocol === 'OIDC') {
    const start = oidcStart(ctx.platform, tenantId, id, addresses.callback)
    return {
      person: personOfClaims(await oidc.finish(tenantId, set, start, answer.search)),
      assertion: undefined,
    }
  }
  if (!keys) throw new SsoRefusal('CHANGED')
  const requestId = samlId(stateOfRequest(ctx.platform, tenantId, id))
  const sides = { addresses, configuration: set, ...keys }
  const claims = await verifyResponse(sides, answer.xml, requestId, ctx.now)
  return {
    person: personOfAssertion(set.idpEntityId ?? '', claims),
    assertion: { hash: hash('sha256', claims.id, 'base64url'), expiresAt: claims.expiresAt },
  }
}

export type FinishedSignIn =
  | { readonly kind: 'SIGN_IN'; readonly token: string; readonly returnTo: string | null }
  | { readonly kind: 'TEST'; readonly outcome: TestOutcome }
  | { readonly kind: 'REFUSED'; readonly test: boolean; readonly refusal: SsoRefusal }

/**
 * Handles the answer to a request, once.
 * @throws SsoRefusal if there is no such request; later failures are in the result and stored for administrators
 */
export const finishSignIn = async (
  ctx: PublicContext,
  oidc: Oidc,
  tenantId: string,
  id: string,
  answer: ProviderAnswer,
): Promise<FinishedSignIn> => {
  const request = await ctx.inTenant(tenantId, 'write', (tenant) => consumeRequest(tenant, id))
  if (!request) throw new SsoRefusal('SPENT')
  let email: string | null = null
  try {
    const ready = await ctx.inTenant(tenantId, 'write', async (tenant) => {
      const found = await readReady(tenant, request.kind)
      if (found.set.configurationVersion !== request.configurationVersion) throw new SsoRefusal('CHANGED')
      if (found.set.protocol !== 'SAML') return { ...found, keys: undefined }
      return {
        ...found,
        keys: { key: await signingKey(tenant), decryption: await readEncryptionKey(tenant) },
      }
    })
    // The identity provider is called without an open transaction.
    const { person, assertion } = await verifyAnswer(ctx, oidc, { ...ready, tenantId, id }, answer)
    email = person.email ?? null
    const { set, setup } = ready
    const spend = async (tenant: TenantContext): Promise<void> => {
      if (assertion && !(await consumeAssertion(tenant, assertion.hash, assertion.expiresAt)))
        throw new SsoRefusal('NOT_PROVEN', 'this assertion was already used')
    }
    if (request.kind === 'TEST') {
      const decision = await ctx.inTenant(tenantId, 'write', async (tenant) => {
        await spend(tenant)
        return decideAdmission(tenant, set, setup.domains, person)
      })
      await recordOutcome(ctx, tenantId, request, { email: decision.email, refusal: undefined })
      const { roles, member } = decision
      return { kind: 'TEST', outcome: { email: decision.email, roles, member: member !== undefined } }
    }
    const token = await ctx.inTenant(tenantId, 'write', async (tenant) => {
      await spend(tenant)
      const userId = await provisionMember(
        tenant,
        { set, domains: setup.domains, language: setup.tenant.language },
        person,
      )
      return oneTimeSignIn(tenant, userId)
    })
    return { kind: 'SIGN_IN', token, returnTo: request.returnTo }
  } catch (error) {
    if (!(error instanceof SsoRefusal)) throw error
    await recordRefusal(ctx, tenantId, request, error, email)
    return { kind: 'REFUSED', test: request.kind === 'TEST', refusal: error }
  }
}
