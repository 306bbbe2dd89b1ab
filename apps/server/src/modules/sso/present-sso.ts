/** The setup as administrators see it, without secrets. */
import { X509Certificate } from 'node:crypto'
import type { Sso } from '#contracts/sso.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { newId } from '#server/platform/ids.ts'
import { addressesOf } from './addresses.ts'
import { isComplete, readSetup, stateOf } from './configuration.ts'

const presentCertificate = (pem: string) => {
  const certificate = new X509Certificate(pem)
  return {
    fingerprint: certificate.fingerprint256,
    subject: certificate.subject.replaceAll('\n', ', '),
    validUntil: certificate.validToDate.toISOString(),
  }
}

/** @param unusable certificates of the metadata that was just entered */
export const presentSso = async (ctx: TenantContext, unusable: readonly string[] = []): Promise<Sso> => {
  const setup = await readSetup(ctx)
  const { configuration: set, tenant } = setup
  const addresses = addressesOf(ctx.platform.config, tenant.slug)
  const testToken = ctx.platform.keys.seal('sso-test', ctx.tenantId, newId(ctx.now.getTime()))
  return {
    state: stateOf(setup),
    enabled: set?.enabled ?? false,
    protocol: set?.protocol ?? null,
    oidc:
      set?.issuer && set.clientId
        ? {
            issuer: set.issuer,
            clientId: set.clientId,
            clientSecretSet: set.clientSecret !== null,
            scopes: [...set.scopes],
          }
        : null,
    saml:
      set?.idpEntityId && set.idpSsoUrl
        ? {
            entityId: set.idpEntityId,
            ssoUrl: set.idpSsoUrl,
            certificates: set.idpCertificates.map(presentCertificate),
            ...(unusable.length > 0 ? { unusable: [...unusable] } : {}),
          }
        : null,
    domains: [...setup.domains],
    roleMapping: [...(set?.roleMapping ?? [])],
    defaultRoles: set?.defaultRoles ? [...set.defaultRoles] : null,
    justInTime: set?.justInTime ?? false,
    required: tenant.required,
    breakGlassUserIds: [...setup.breakGlassUserIds],
    service: {
      loginUrl: addresses.login,
      oidc: { redirectUri: addresses.callback },
      saml: {
        entityId: addresses.metadata,
        acsUrl: addresses.acs,
        metadataUrl: addresses.metadata,
        encryptionMetadataUrl: `${addresses.metadata}?encryption=true`,
        certificate: setup.certificate ?? null,
      },
    },
    testUrl: set && isComplete(set) ? `${addresses.test}?token=${testToken}` : null,
    configurationVersion: set?.configurationVersion ?? 1,
    lastTest: set?.lastTest ?? null,
    lastError: set?.lastError ?? null,
    version: set?.version ?? 1,
  }
}
