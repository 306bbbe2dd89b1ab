import { isDeepStrictEqual } from 'node:util'
import { type SsoChanges, updateSso } from '#contracts/sso.ts'
import { endSessionsOutsideSso } from '#server/modules/auth/public.ts'
import type { StaffContext, TenantContext } from '#server/platform/context.ts'
import { conflict, invalid, notFound } from '#server/platform/errors.ts'
import { auditBefore } from '#server/platform/gate/audit.ts'
import { requireVersion } from '#server/platform/gate/version.ts'
import { serve } from '#server/platform/http/serve.ts'
import { readAddress } from '#server/platform/outgoing/address.ts'
import {
  clientSecretPurpose,
  isComplete,
  isTested,
  readSetup,
  type SsoConfiguration,
  type SsoSetup,
} from './configuration.ts'
import { claimDomains, readDomains } from './domains.ts'
import { signingKey } from './keys.ts'
import { presentSso } from './present-sso.ts'
import { readCertificate, readProviderMetadata, type SamlProvider } from './saml/provider-metadata.ts'

const blank: SsoConfiguration = {
  enabled: false,
  protocol: 'OIDC',
  issuer: null,
  clientId: null,
  clientSecret: null,
  scopes: ['email', 'profile'],
  idpEntityId: null,
  idpSsoUrl: null,
  idpCertificates: [],
  roleMapping: [],
  defaultRoles: null,
  justInTime: false,
  configurationVersion: 0,
  lastTest: null,
  lastError: null,
  version: 1,
}

/** @throws ServiceError VALIDATION_ERROR */
const readSaml = (ctx: TenantContext, saml: NonNullable<SsoChanges['saml']>): SamlProvider => {
  const { metadata, entityId, ssoUrl, certificates } = saml
  const single = entityId !== undefined || ssoUrl !== undefined || certificates !== undefined
  if (metadata !== undefined && single)
    throw invalid('body.saml', 'must have either the metadata or the single values')
  let provider: SamlProvider
  if (metadata !== undefined) provider = readProviderMetadata(metadata, 'body.saml.metadata')
  else if (entityId !== undefined && ssoUrl !== undefined && certificates !== undefined) {
    const read = certificates.map((text, index) => readCertificate(text, `body.saml.certificates.${index}`))
    provider = { entityId, ssoUrl, certificates: read, unusable: [] }
  } else throw invalid('body.saml', 'needs the metadata, or entityId, ssoUrl and certificates')
  const address = readAddress(provider.ssoUrl, ctx.platform.config.allowPrivateCalls)
  if (typeof address === 'string')
    throw invalid(
      metadata === undefined ? 'body.saml.ssoUrl' : 'body.saml.metadata',
      `its address ${address}`,
    )
  return { ...provider, ssoUrl: address.href }
}

/** A stored secret is sent only to the issuer for which it was entered. */
const nextSecret = (
  ctx: TenantContext,
  before: SsoConfiguration,
  oidc: NonNullable<SsoChanges['oidc']>,
): string | null => {
  const { keys } = ctx.platform
  if (oidc.clientSecret === undefined) {
    if (before.clientSecret !== null && before.issuer !== oidc.issuer)
      throw invalid('body.oidc.clientSecret', 'is required when the issuer changes')
    return before.clientSecret
  }
  if (oidc.clientSecret === null) return null
  const same =
    before.clientSecret !== null &&
    keys.decrypt(clientSecretPurpose, before.clientSecret) === oidc.clientSecret
  return same ? before.clientSecret : keys.encrypt(clientSecretPurpose, oidc.clientSecret)
}

const merge = (ctx: TenantContext, before: SsoConfiguration, body: SsoChanges): SsoConfiguration => {
  const { oidc } = body
  const saml = body.saml && readSaml(ctx, body.saml)
  return {
    ...before,
    enabled: body.enabled,
    protocol: body.protocol ?? before.protocol,
    ...(oidc
      ? {
          issuer: oidc.issuer,
          clientId: oidc.clientId,
          clientSecret: nextSecret(ctx, before, oidc),
          scopes: oidc.scopes ?? blank.scopes,
        }
      : {}),
    ...(saml
      ? { idpEntityId: saml.entityId, idpSsoUrl: saml.ssoUrl, idpCertificates: saml.certificates }
      : {}),
    roleMapping: body.roleMapping ?? before.roleMapping,
    defaultRoles: body.defaultRoles === undefined ? before.defaultRoles : body.defaultRoles,
    justInTime: body.justInTime ?? before.justInTime,
  }
}

/** The settings that a successful test proves. */
const testedSettings = (set: SsoConfiguration, domains: readonly string[]): unknown => {
  const {
    enabled: _,
    configurationVersion: __,
    lastTest: ___,
    lastError: ____,
    version: _____,
    ...rest
  } = set
  return { ...rest, domains }
}

/**
 * Locks them until the commit: a change that takes their role away comes before, or finds that SSO is required.
 * @throws ServiceError NOT_FOUND; VALIDATION_ERROR unless all are active administrators
 */
const checkBreakGlass = async (
  ctx: TenantContext,
  ids: readonly string[],
  required: boolean,
): Promise<void> => {
  const people =
    ids.length === 0
      ? []
      : await ctx.db
          .selectFrom('app_user')
          .select(['id', 'roles', 'state', 'password_hash'])
          .where('id', 'in', ids)
          .where('removed_at', 'is', null)
          .orderBy('id')
          .forNoKeyUpdate()
          .execute()
  if (people.length !== ids.length) throw notFound()
  if (!people.every(({ roles, state }) => state === 'ACTIVE' && roles.includes('ADMIN')))
    throw invalid('body.breakGlassUserIds', 'must all be active administrators')
  if (required && !people.some(({ password_hash }) => password_hash !== null))
    throw invalid(
      'body.breakGlassUserIds',
      'needs an administrator with a password, who can still come in when the identity provider cannot be reached',
    )
}

const save = async (ctx: TenantContext, next: SsoConfiguration): Promise<void> => {
  const values = {
    enabled: next.enabled,
    protocol: next.protocol,
    issuer: next.issuer,
    client_id: next.clientId,
    client_secret: next.clientSecret,
    scopes: [...next.scopes],
    idp_entity_id: next.idpEntityId,
    idp_sso_url: next.idpSsoUrl,
    idp_certificates: [...next.idpCertificates],
    role_mapping: JSON.stringify(next.roleMapping),
    default_roles: next.defaultRoles === null ? null : [...next.defaultRoles],
    just_in_time: next.justInTime,
    configuration_version: next.configurationVersion,
    version: next.version,
  }
  await ctx.db
    .insertInto('sso_configuration')
    .values({ tenant_id: ctx.tenantId, ...values })
    .onConflict((on) => on.column('tenant_id').doUpdateSet(values))
    .execute()
}

const saveRules = async (
  ctx: TenantContext,
  required: boolean,
  breakGlass: readonly string[],
): Promise<void> => {
  await ctx.db.updateTable('tenant').set({ sso_required: required }).where('id', '=', ctx.tenantId).execute()
  await ctx.run(
    `update app_user set break_glass = id = any($2::uuid[]) where tenant_id = $1 and break_glass <> (id = any($2::uuid[]))`,
    [ctx.tenantId, breakGlass],
  )
  if (required) await endSessionsOutsideSso(ctx)
}

const assertComplete = (next: SsoConfiguration, domains: readonly string[], body: SsoChanges): void => {
  if (!isComplete(next))
    throw invalid(next.protocol === 'OIDC' ? 'body.oidc' : 'body.saml', 'is required for this protocol')
  if (domains.length === 0) throw invalid('body.domains', 'needs at least one domain')
  if (body.protocol === undefined && next.version === 1) throw invalid('body.protocol', 'is required')
}

const apply = async (ctx: StaffContext, setup: SsoSetup, body: SsoChanges): Promise<void> => {
  const before = setup.configuration ?? blank
  const domains = body.domains ? readDomains(body.domains) : setup.domains
  const next = merge(ctx, before, body)
  if (body.enabled) assertComplete(next, domains, body)
  await claimDomains(ctx, setup.domains, domains)
  const changed = !isDeepStrictEqual(testedSettings(before, setup.domains), testedSettings(next, domains))
  const numbered = {
    ...next,
    configurationVersion:
      before.configurationVersion + (changed || before.configurationVersion === 0 ? 1 : 0),
    version: before.version + 1,
  }
  const required = body.enabled && (body.required ?? setup.tenant.required)
  const breakGlass = body.breakGlassUserIds ?? setup.breakGlassUserIds
  if (required && !isTested(numbered))
    throw conflict(
      'SSO can be required once a test sign-in has succeeded with exactly this configuration: save it without requiring it, test it, then require it',
    )
  await checkBreakGlass(ctx, breakGlass, required)
  await save(ctx, numbered)
  await saveRules(ctx, required, breakGlass)
  if (numbered.protocol === 'SAML') await signingKey(ctx)
}

export default serve(updateSso)(async (ctx, { body }) => {
  if (body.oidc) await ctx.platform.outgoing.check('body.oidc.issuer', body.oidc.issuer)
  await ctx.run('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${ctx.tenantId}:sso`])
  const setup = await readSetup(ctx)
  requireVersion(ctx, setup.configuration?.version ?? 1)
  const untouched = !setup.configuration && !body.enabled && Object.keys(body).length === 1
  auditBefore(ctx, await presentSso(ctx))
  if (!untouched) await apply(ctx, setup, body)
  const metadata = body.saml?.metadata
  return presentSso(ctx, metadata ? readProviderMetadata(metadata, 'body.saml.metadata').unusable : [])
})
