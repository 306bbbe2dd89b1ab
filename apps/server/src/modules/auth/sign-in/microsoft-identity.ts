/**
 * Verifies a Microsoft ID token and reads the identity. Its email address is unverified: any Microsoft tenant can set
 * it.
 */
import type { Platform } from '#server/platform/context.ts'
import { unauthorized } from '#server/platform/errors.ts'
import { normaliseEmail } from '#server/platform/gate/text.ts'
import { type Identity, languageOf, nameOf, subjectOf } from './identities.ts'
import { claim, verifyProviderToken } from './provider-token.ts'

/** @throws ServiceError UNAUTHORIZED, SERVICE_UNAVAILABLE */
export const microsoftIdentity = async (
  platform: Platform,
  accessToken: string,
  now: Date,
): Promise<Identity> => {
  const { microsoft } = platform.config
  const { claims, discovered, kid } = await verifyProviderToken(
    platform,
    accessToken,
    { name: 'Microsoft', provider: microsoft, audiences: (clientId) => [clientId, `api://${clientId}`] },
    now,
  )
  const tid = claim(claims, 'tid')
  const oid = claim(claims, 'oid')
  if (!tid || !oid) throw unauthorized()
  const issuedBy = (pattern: string): boolean => claims.iss === pattern.replace('{tenantid}', tid)
  // Some signing keys belong to one Microsoft tenant only, such as that of personal accounts.
  if (!issuedBy(discovered.issuer) || !issuedBy(discovered.issuerOfKey(kid) ?? discovered.issuer))
    throw unauthorized()
  // Issued to another application, or to an application without a person.
  const madeFor = claims.azp ?? claims.appid
  if ((madeFor !== undefined && madeFor !== microsoft?.clientId) || claims.idtyp === 'app')
    throw unauthorized()
  const email = ['email', 'preferred_username', 'upn']
    .map((name) => normaliseEmail(claim(claims, name) ?? ''))
    .find((address) => address !== undefined)
  return {
    provider: 'microsoft',
    subject: subjectOf('microsoft', tid, oid),
    email,
    emailVerified: false,
    name: nameOf(claims, email),
    language: languageOf(claims),
  }
}
