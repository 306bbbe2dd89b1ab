/** Reads the identity provider's metadata, or the three fields of it that matter. */
import { X509Certificate } from 'node:crypto'
import { invalid, ServiceError } from '#server/platform/errors.ts'
import {
  allElements,
  attribute,
  childrenNamed,
  metadataNs,
  parseXml,
  signatureNs,
  type XmlElement,
  XmlFault,
} from './xml.ts'

export interface SamlProvider {
  readonly entityId: string
  readonly ssoUrl: string
  /** PEM */
  readonly certificates: readonly string[]
  /** certificates that cannot be used, each with its reason, such as `CN=idp.example.com must have an RSA key …` */
  readonly unusable: readonly string[]
}

const redirectBinding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'
const minBits = 2048

/**
 * A certificate with an RSA key of at least 2048 bits. An expired one is accepted: only the key matters.
 * @param text PEM, or base64 alone
 * @throws ServiceError VALIDATION_ERROR
 */
export const readCertificate = (text: string, path: string): string => {
  const base64 = text.replace(/-----(BEGIN|END) CERTIFICATE-----/g, '').replace(/\s+/g, '')
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) throw invalid(path, 'must be one certificate as PEM or base64')
  let certificate: X509Certificate
  try {
    certificate = new X509Certificate(Buffer.from(base64, 'base64'))
  } catch {
    throw invalid(path, 'must be an X.509 certificate')
  }
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = certificate.publicKey
  if (type !== 'rsa' || (details?.modulusLength ?? 0) < minBits)
    throw invalid(path, `must have an RSA key of ${minBits} bits or more`)
  return certificate.toString()
}

const subjectOf = (base64: string): string => {
  try {
    return `the certificate ${new X509Certificate(Buffer.from(base64, 'base64')).subject.replaceAll('\n', ', ')} `
  } catch {
    return 'a certificate '
  }
}

const tryCertificate = (base64: string, path: string): { pem?: string; fault?: string } => {
  try {
    return { pem: readCertificate(base64, path) }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    return { fault: `${subjectOf(base64)}${error.details?.[0]?.message ?? error.message}` }
  }
}

const readRoot = (text: string, path: string): XmlElement => {
  try {
    return parseXml(text, { comments: true })
  } catch (error) {
    if (error instanceof XmlFault) throw invalid(path, `cannot be used: ${error.message}`)
    throw error
  }
}

/** @throws ServiceError VALIDATION_ERROR */
export const readProviderMetadata = (text: string, path: string): SamlProvider => {
  const entities = [...allElements(readRoot(text, path))].filter(
    (element) =>
      element.name === 'EntityDescriptor' &&
      element.namespace === metadataNs &&
      childrenNamed(element, metadataNs, 'IDPSSODescriptor').length > 0,
  )
  const [entity, another] = entities
  if (!entity || another) throw invalid(path, 'must describe exactly one identity provider')
  const entityId = attribute(entity, 'entityID')
  const descriptor = childrenNamed(entity, metadataNs, 'IDPSSODescriptor')[0]
  const ssoUrl = childrenNamed(descriptor, metadataNs, 'SingleSignOnService')
    .filter((service) => attribute(service, 'Binding') === redirectBinding)
    .map((service) => attribute(service, 'Location'))[0]
  const keys = childrenNamed(descriptor, metadataNs, 'KeyDescriptor')
    .filter((key) => (attribute(key, 'use') ?? 'signing') === 'signing')
    .flatMap((key) => [...allElements(key)])
    .filter(({ name, namespace }) => name === 'X509Certificate' && namespace === signatureNs)
    .map(({ text: base64 }) => tryCertificate(base64 ?? '', path))
  const certificates = keys.flatMap(({ pem }) => pem ?? [])
  const unusable = keys.flatMap(({ fault }) => fault ?? [])
  if (!entityId || entityId.length > 1000) throw invalid(path, 'must contain the entity id')
  if (!ssoUrl) throw invalid(path, 'must support sign-in by HTTP-Redirect')
  if (certificates.length === 0) throw invalid(path, unusable[0] ?? 'must contain a signing certificate')
  return { entityId, ssoUrl, certificates: [...new Set(certificates)].slice(0, 5), unusable }
}
