/** SAML sign-in, out and back, and the metadata of this service. */
import type { SamlConfig } from '@node-saml/node-saml'
import type { SigningCertificate } from '#server/platform/crypto/certificate.ts'
import type { SsoAddresses } from '../addresses.ts'
import type { SsoConfiguration } from '../configuration.ts'
import { SsoRefusal } from '../refusal.ts'
import { type AssertionClaims, readClaims } from './claims.ts'
import { decryptAssertion, isEncrypted, keyMethod } from './decrypt.ts'
import { readShape } from './response-shape.ts'
import { parseXml, XmlFault } from './xml.ts'

export const maxResponseBytes = 256 * 1024

const graceMs = 60_000

/** Loaded with the first SAML sign-in: it is large, and most tenants do not use it. */
const load = () => import('@node-saml/node-saml')
type Library = Awaited<ReturnType<typeof load>>

interface SamlParties {
  readonly addresses: SsoAddresses
  readonly configuration: SsoConfiguration
  readonly key: SigningCertificate
  /** decrypts assertions; undefined until its certificate was published */
  readonly decryption?: SigningCertificate | undefined
}

const options = (
  { ValidateInResponseTo }: Library,
  { addresses, configuration, key }: SamlParties,
  requestId: string,
  now: Date,
): SamlConfig => ({
  issuer: addresses.metadata,
  audience: addresses.metadata,
  callbackUrl: addresses.acs,
  entryPoint: configuration.idpSsoUrl ?? '',
  idpCert: [...configuration.idpCertificates],
  ...(configuration.idpEntityId ? { idpIssuer: configuration.idpEntityId } : {}),
  privateKey: key.privateKey,
  publicCert: key.certificate,
  signatureAlgorithm: 'sha256',
  digestAlgorithm: 'sha256',
  identifierFormat: null,
  disableRequestedAuthnContext: true,
  acceptedClockSkewMs: graceMs,
  generateUniqueId: () => requestId,
  validateInResponseTo: ValidateInResponseTo.always,
  requestIdExpirationPeriodMs: 10 * graceMs,
  // Our database row makes a request single-use; this cache only names the request to the library.
  cacheProvider: {
    saveAsync: async (_key, value) => ({ value, createdAt: now.getTime() }),
    getAsync: async (id) => (id === requestId ? new Date().toISOString() : null),
    removeAsync: async (id) => id,
  },
})

/** The URL of the provider with the signed request. */
export const samlLoginUrl = async (sides: SamlParties, requestId: string, now: Date): Promise<string> => {
  const library = await load()
  return new library.SAML(options(library, sides, requestId, now)).getAuthorizeUrlAsync('', undefined, {})
}

/** Only AES-GCM of the algorithms that the library offers, and one key encryption for it. */
const withSupportedAlgorithms = (xml: string): string =>
  xml
    .replace(/<EncryptionMethod Algorithm="[^"]*-cbc"\s*\/>\s*/g, '')
    .replace(
      /(<EncryptionMethod Algorithm="[^"]*aes128-gcm"\s*\/>)(\s*)/,
      `$1$2<EncryptionMethod Algorithm="${keyMethod}"/>$2`,
    )

/** @param decryption its certificate is published, so that the provider encrypts */
export const samlMetadata = async (
  addresses: SsoAddresses,
  key: SigningCertificate,
  decryption: SigningCertificate | undefined,
): Promise<string> => {
  const saml = new (await load()).SAML({
    issuer: addresses.metadata,
    callbackUrl: addresses.acs,
    idpCert: key.certificate,
    privateKey: key.privateKey,
    publicCert: key.certificate,
    signatureAlgorithm: 'sha256',
    digestAlgorithm: 'sha256',
    identifierFormat: null,
    wantAssertionsSigned: true,
    generateUniqueId: () => '_wellkept',
    ...(decryption ? { decryptionPvk: decryption.privateKey } : {}),
  })
  return withSupportedAlgorithms(
    saml.generateServiceProviderMetadata(decryption?.certificate ?? null, key.certificate),
  )
}

/** @throws SsoRefusal NOT_PROVEN */
export const decodeResponse = (encoded: string): string => {
  const packed = encoded.replace(/[\r\n]/g, '')
  if (packed === '' || !/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(packed))
    throw new SsoRefusal('NOT_PROVEN', 'the response is not base64')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(packed, 'base64'))
  } catch {
    throw new SsoRefusal('NOT_PROVEN', 'the response is not UTF-8')
  }
}

/** The request that a response claims to answer; not verified yet. */
export const requestIdOf = (xml: string): string | undefined =>
  /<[\w:-]*Response\b[^>]*?\sInResponseTo\s*=\s*["']([\w-]{1,200})["']/.exec(xml.slice(0, 4000))?.[1]

/**
 * Verifies a response to the request: shape, signature by one of the configured certificates, conditions.
 * @throws SsoRefusal
 */
export const verifyResponse = async (
  sides: SamlParties,
  xml: string,
  requestId: string,
  now: Date,
): Promise<AssertionClaims> => {
  const { addresses, configuration } = sides
  try {
    const root = parseXml(xml, { comments: false })
    const { decryption } = sides
    const inner = isEncrypted(root)
      ? parseXml(await decryptAssertion(xml, root, decryption?.privateKey), { comments: false })
      : undefined
    const shape = readShape(root, inner)
    if (shape.inResponseTo !== requestId) throw new XmlFault('it answers another request')
    if (shape.destination !== addresses.acs) throw new XmlFault('it has another destination')
    if (shape.issuer !== undefined && shape.issuer !== configuration.idpEntityId)
      throw new XmlFault('it has another issuer')
    if (shape.status !== 'Success') throw new SsoRefusal('PROVIDER_REFUSED', `status ${shape.status}`)
    const library = await load()
    const saml = new library.SAML({
      ...options(library, sides, requestId, now),
      // Every signature that is present must be valid, not only one of them.
      wantAuthnResponseSigned: shape.responseSigned,
      wantAssertionsSigned: shape.assertionSigned,
      ...(decryption ? { decryptionPvk: decryption.privateKey } : {}),
    })
    const { profile } = await saml.validatePostResponseAsync({
      SAMLResponse: Buffer.from(xml, 'utf8').toString('base64'),
    })
    const signed = profile?.getAssertionXml?.()
    if (signed === undefined) throw new XmlFault('it contains no assertion')
    const terms = {
      issuer: configuration.idpEntityId ?? '',
      audience: addresses.metadata,
      acs: addresses.acs,
      requestId,
      now,
    }
    return readClaims(parseXml(signed, { comments: false }), terms)
  } catch (error) {
    if (error instanceof SsoRefusal) throw error
    const why = error instanceof Error ? error.message.slice(0, 200) : 'unknown'
    throw new SsoRefusal('NOT_PROVEN', why, error)
  }
}
