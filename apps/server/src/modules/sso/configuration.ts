/** The SSO configuration of a tenant, as stored. */

import type { Plan, Role } from '#contracts/kit/vocabulary.ts'
import type { RoleRule, Sso, SsoProtocol, SsoState, SsoTestResult } from '#contracts/sso.ts'
import type { TenantContext } from '#server/platform/context.ts'

export interface SsoConfiguration {
  readonly enabled: boolean
  readonly protocol: SsoProtocol
  readonly issuer: string | null
  readonly clientId: string | null
  /** encrypted */
  readonly clientSecret: string | null
  readonly scopes: readonly string[]
  readonly idpEntityId: string | null
  readonly idpSsoUrl: string | null
  /** PEM */
  readonly idpCertificates: readonly string[]
  readonly roleMapping: readonly RoleRule[]
  readonly defaultRoles: readonly Role[] | null
  readonly justInTime: boolean
  readonly configurationVersion: number
  readonly lastTest: SsoTestResult | null
  readonly lastError: Sso['lastError']
  readonly version: number
}

export interface SsoTenant {
  readonly id: string
  readonly slug: string
  readonly plan: Plan
  readonly required: boolean
  readonly language: string
}

export interface SsoSetup {
  readonly tenant: SsoTenant
  /** undefined until something was saved */
  readonly configuration: SsoConfiguration | undefined
  readonly domains: readonly string[]
  readonly breakGlassUserIds: readonly string[]
  /** PEM; undefined until it is created */
  readonly certificate: string | undefined
}

export const clientSecretPurpose = 'sso-client-secret'

export const renewClientSecret = async ({ run, tenantId, platform }: TenantContext): Promise<void> => {
  const [row] = await run<{ secret: string | null }>(
    'select client_secret as secret from sso_configuration where tenant_id = $1 for update',
    [tenantId],
  )
  const fresh = row?.secret ? platform.keys.reencrypt(clientSecretPurpose, row.secret) : undefined
  if (fresh !== undefined)
    await run('update sso_configuration set client_secret = $2 where tenant_id = $1', [tenantId, fresh])
}

/** Whether the chosen protocol is fully configured. */
export const isComplete = (configuration: SsoConfiguration): boolean => {
  switch (configuration.protocol) {
    case 'OIDC':
      return configuration.issuer !== null && configuration.clientId !== null
    case 'SAML':
      return (
        configuration.idpEntityId !== null &&
        configuration.idpSsoUrl !== null &&
        configuration.idpCertificates.length > 0
      )
    default:
      return configuration.protocol satisfies never
  }
}

/** Whether the last test succeeded with exactly this configuration. */
export const isTested = ({ lastTest, configurationVersion }: SsoConfiguration): boolean =>
  lastTest?.ok === true && lastTest.version === configurationVersion

export const stateOf = ({ tenant, configuration }: SsoSetup): SsoState => {
  if (!configuration?.enabled) return 'OFF'
  if (tenant.required) return 'ENFORCED'
  return isTested(configuration) ? 'READY' : 'TESTING'
}

/** Failures stored before there were codes have a reason only. */
const withCode = <T extends object>(kept: T | null): T | null => kept && { code: null, detail: null, ...kept }

export const readConfiguration = async (ctx: TenantContext): Promise<SsoConfiguration | undefined> => {
  const row = await ctx.db.selectFrom('sso_configuration').selectAll().executeTakeFirst()
  if (!row) return undefined
  return {
    enabled: row.enabled,
    protocol: row.protocol as SsoProtocol,
    issuer: row.issuer,
    clientId: row.client_id,
    clientSecret: row.client_secret,
    scopes: row.scopes,
    idpEntityId: row.idp_entity_id,
    idpSsoUrl: row.idp_sso_url,
    idpCertificates: row.idp_certificates,
    roleMapping: row.role_mapping as unknown as RoleRule[],
    defaultRoles: row.default_roles as Role[] | null,
    justInTime: row.just_in_time,
    configurationVersion: row.configuration_version,
    lastTest: withCode(row.last_test as unknown as SsoTestResult | null),
    lastError: withCode(row.last_error as unknown as SsoConfiguration['lastError']),
    version: row.version,
  }
}

export const readTenant = async (ctx: TenantContext): Promise<SsoTenant> => {
  const row = await ctx.db
    .selectFrom('tenant')
    .select(['id', 'slug', 'plan', 'sso_required', 'settings'])
    .where('id', '=', ctx.tenantId)
    .executeTakeFirstOrThrow()
  const settings = row.settings as { profile?: { locale?: string } } | null
  return {
    id: row.id,
    slug: row.slug,
    plan: row.plan as Plan,
    required: row.sso_required,
    language: settings?.profile?.locale?.split('-')[0] ?? 'en',
  }
}

export const readSetup = async (ctx: TenantContext): Promise<SsoSetup> => {
  const tenant = await readTenant(ctx)
  const configuration = await readConfiguration(ctx)
  const domains = await ctx.db
    .selectFrom('sso_domain_directory')
    .select('domain')
    .where('tenant_id', '=', ctx.tenantId)
    .orderBy('domain')
    .execute()
  const breakGlass = await ctx.db
    .selectFrom('app_user')
    .select('id')
    .where('break_glass', '=', true)
    .where('removed_at', 'is', null)
    // As at sign-in: a member who is disabled or no longer an administrator does not count as break-glass until they
    // are again.
    .where('state', '=', 'ACTIVE')
    .where((eb) => eb(eb.val('ADMIN'), '=', eb.fn.any('roles')))
    .orderBy('id')
    .execute()
  const key = await ctx.db.selectFrom('sso_key').select('certificate').executeTakeFirst()
  return {
    tenant,
    configuration,
    domains: domains.map(({ domain }) => domain),
    breakGlassUserIds: breakGlass.map(({ id }) => id),
    certificate: key?.certificate,
  }
}
