/** For tests: a SAML identity provider with its own key, which can also send invalid answers. */
import { createPublicKey, verify, X509Certificate } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import { SignedXml } from 'xml-crypto'
import { makeSigningCertificate, type SigningCertificate } from '#server/platform/crypto/certificate.ts'

export const idpEntityId = 'https://idp.example.com/entity'
export const idpSsoUrl = 'https://idp.example.com/sso'

export interface Statement {
  readonly acs: string
  readonly audience: string
  readonly requestId: string
  readonly nameId: string
  readonly email: string
  readonly groups?: readonly string[]
  readonly now: Date
  readonly issuer?: string
  readonly assertionId?: string
  readonly responseId?: string
  readonly recipient?: string
  readonly destination?: string
  readonly inResponseTo?: string
  readonly confirmationInResponseTo?: string
  readonly notBefore?: Date
  readonly notOnOrAfter?: Date
  readonly status?: string
  readonly nameIdFormat?: string
}

const instant = (at: Date): string => at.toISOString()
const minutes = (at: Date, count: number): Date => new Date(at.getTime() + count * 60_000)

const ns =
  'xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol"'

export const assertionOf = (say: Statement): string => {
  const from = instant(say.notBefore ?? minutes(say.now, -1))
  const until = instant(say.notOnOrAfter ?? minutes(say.now, 5))
  const groups = (say.groups ?? [])
    .map((group) => `<saml:AttributeValue>${group}</saml:AttributeValue>`)
    .join('')
  const confirmed = say.confirmationInResponseTo ?? say.inResponseTo ?? say.requestId
  return `<saml:Assertion ${ns} ID="${say.assertionId ?? '_assertion'}" Version="2.0" IssueInstant="${instant(say.now)}"><saml:Issuer>${say.issuer ?? idpEntityId}</saml:Issuer><saml:Subject><saml:NameID Format="${say.nameIdFormat ?? 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'}">${say.nameId}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData InResponseTo="${confirmed}" Recipient="${say.recipient ?? say.acs}" NotOnOrAfter="${until}"/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="${from}" NotOnOrAfter="${until}"><saml:AudienceRestriction><saml:Audience>${say.audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AuthnStatement AuthnInstant="${instant(say.now)}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement><saml:AttributeStatement><saml:Attribute Name="email"><saml:AttributeValue>${say.email}</saml:AttributeValue></saml:Attribute><saml:Attribute Name="displayName"><saml:AttributeValue>Ana Ruiz</saml:AttributeValue></saml:Attribute><saml:Attribute Name="groups">${groups}</saml:Attribute></saml:AttributeStatement></saml:Assertion>`
}

/** @param inner the assertion, and anything an attacker adds beside it */
export const responseOf = (say: Statement, inner: string): string =>
  `<samlp:Response ${ns} ID="${say.responseId ?? '_response'}" Version="2.0" IssueInstant="${instant(say.now)}" Destination="${say.destination ?? say.acs}"${say.inResponseTo === '' ? '' : ` InResponseTo="${say.inResponseTo ?? say.requestId}"`}><saml:Issuer>${say.issuer ?? idpEntityId}</saml:Issuer><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:${say.status ?? 'Success'}"/></samlp:Status>${inner}</samlp:Response>`

export interface SigningOptions {
  /** local name of the signed element */
  readonly of: 'Response' | 'Assertion'
  readonly algorithm?: string
  readonly digest?: string
  readonly canonicalization?: string
  readonly key?: SigningCertificate
}

export interface SamlProvider {
  readonly key: SigningCertificate
  readonly metadata: string
  sign(xml: string, options: SigningOptions): string
}

const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#'

export const metadataOf = (certificates: readonly string[], entityId = idpEntityId): string =>
  `<?xml version="1.0" encoding="UTF-8"?><!-- of the provider --><EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${entityId}"><IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">${certificates.map((pem) => `<KeyDescriptor use="signing"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>${pem.replace(/-----[^-]+-----/g, '')}</X509Certificate></X509Data></KeyInfo></KeyDescriptor>`).join('')}<SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="https://idp.example.com/post"/><SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${idpSsoUrl}"/></IDPSSODescriptor></EntityDescriptor>`

export const startSamlProvider = async (): Promise<SamlProvider> => {
  const own = await makeSigningCertificate('idp.example.com', new Date())
  return {
    key: own,
    metadata: metadataOf([own.certificate]),
    sign: (xml, { of, algorithm, digest, canonicalization, key = own }) => {
      const signer = new SignedXml({
        privateKey: key.privateKey,
        publicCert: key.certificate,
        signatureAlgorithm: algorithm ?? 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
        canonicalizationAlgorithm: (canonicalization ?? exclusive) as typeof exclusive,
      })
      signer.addReference({
        xpath: `//*[local-name(.)='${of}']`,
        transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', exclusive],
        digestAlgorithm: digest ?? 'http://www.w3.org/2001/04/xmlenc#sha256',
      })
      signer.computeSignature(xml, {
        location: { reference: `//*[local-name(.)='${of}']/*[local-name(.)='Issuer']`, action: 'after' },
      })
      return signer.getSignedXml()
    },
  }
}

export interface SamlRequest {
  readonly id: string
  readonly acs: string
  readonly issuer: string
  readonly xml: string
}

/** Reads the request from the redirect URL and checks its signature. */
export const readRequest = (address: string, certificate: string): SamlRequest => {
  const url = new URL(address)
  const signed = /SAMLRequest=[^&]*&(?:RelayState=[^&]*&)?SigAlg=[^&]*/.exec(url.search)?.[0] ?? ''
  const signature = Buffer.from(url.searchParams.get('Signature') ?? '', 'base64')
  if (
    !verify(
      'sha256',
      Buffer.from(signed),
      createPublicKey(new X509Certificate(certificate).publicKey.export({ format: 'pem', type: 'spki' })),
      signature,
    )
  )
    throw new Error('The request is not signed by the service')
  const xml = inflateRawSync(Buffer.from(url.searchParams.get('SAMLRequest') ?? '', 'base64')).toString()
  const attribute = (name: string): string => new RegExp(` ${name}="([^"]*)"`).exec(xml)?.[1] ?? ''
  return {
    id: attribute('ID'),
    acs: attribute('AssertionConsumerServiceURL'),
    issuer: /<saml:Issuer[^>]*>([^<]*)</.exec(xml)?.[1] ?? '',
    xml,
  }
}
