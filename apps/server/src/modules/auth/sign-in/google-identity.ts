/** Verifies a Google ID token and reads the identity. */
import type { Platform } from '#server/platform/context.ts'
import { unauthorized } from '#server/platform/errors.ts'
import { normaliseEmail } from '#server/platform/gate/text.ts'
import { type Identity, languageOf, nameOf, subjectOf } from './identities.ts'
import { claim, verifyProviderToken } from './provider-token.ts'

/** @throws ServiceError UNAUTHORIZED, SERVICE_UNAVAILABLE */
export const googleIdentity = async (
  platform: Platform,
  credential: string,
  now: Date,
): Promise<Identity> => {
  const { google } = platform.config
  const { claims, discovered } = await verifyProviderToken(
    platform,
    credential,
    { name: 'Google', provider: google, audiences: (clientId) => [clientId] },
    now,
  )
  // Google writes its issuer with or without https://.
  const issuers =
    discovered.issuer === 'https://accounts.google.com'
      ? [discovered.issuer, 'accounts.google.com']
      : [discovered.issuer]
  const subject = claim(claims, 'sub')
  const email = normaliseEmail(claim(claims, 'email') ?? '')
  if (!issuers.includes(claims.iss ?? '') || !subject || !email || claims.email_verified !== true)
    throw unauthorized()
  return {
    provider: 'google',
    subject: subjectOf('google', discovered.issuer, subject),
    email,
    emailVerified: true,
    name: nameOf(claims, email),
    language: languageOf(claims),
  }
}
