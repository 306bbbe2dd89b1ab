/**
 * Checks the shape of a response before any library verifies it. Signature wrapping needs a second assertion, a
 * second element of the same ID, or a signature over something else than what is read; all are refused here.
 */
import {
  allElements,
  assertionNs,
  attribute,
  childrenNamed,
  onlyChild,
  protocolNs,
  signatureNs,
  type XmlElement,
  XmlFault,
} from './xml.ts'

const signatureMethods = new Set([
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
  'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1',
])
const digestMethods = new Set([
  'http://www.w3.org/2001/04/xmlenc#sha256',
  'http://www.w3.org/2001/04/xmlenc#sha512',
])
const canonicalizations = new Set([
  'http://www.w3.org/2001/10/xml-exc-c14n#',
  'http://www.w3.org/TR/2001/REC-xml-c14n-20010315',
])
const enveloped = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature'

const assertSignature = (signature: XmlElement, owner: XmlElement): void => {
  const info = onlyChild(signature, signatureNs, 'SignedInfo')
  const values = childrenNamed(signature, signatureNs, 'SignatureValue')
  if (!info || values.length !== 1) throw new XmlFault('a signature is malformed')
  if (childrenNamed(signature, signatureNs, 'Object').length > 0)
    throw new XmlFault('a signature contains an object')
  const algorithm = (parent: XmlElement | undefined, name: string): string =>
    attribute(onlyChild(parent, signatureNs, name), 'Algorithm') ?? ''
  if (!signatureMethods.has(algorithm(info, 'SignatureMethod')))
    throw new XmlFault('the signature is not RSA with SHA-256 or better')
  if (!canonicalizations.has(algorithm(info, 'CanonicalizationMethod')))
    throw new XmlFault('the signature uses an unsupported canonicalization')
  const reference = onlyChild(info, signatureNs, 'Reference')
  if (!reference || childrenNamed(info, signatureNs, 'Reference').length !== 1)
    throw new XmlFault('a signature must cover one element')
  if (!digestMethods.has(algorithm(reference, 'DigestMethod')))
    throw new XmlFault('the digest is not SHA-256 or better')
  const id = attribute(owner, 'ID')
  if (!id || attribute(reference, 'URI') !== `#${id}`)
    throw new XmlFault('a signature covers another element')
  const transforms = childrenNamed(
    onlyChild(reference, signatureNs, 'Transforms'),
    signatureNs,
    'Transform',
  ).map((transform) => attribute(transform, 'Algorithm') ?? '')
  if (
    transforms[0] !== enveloped ||
    transforms.length > 2 ||
    transforms.slice(1).some((name) => !canonicalizations.has(name))
  )
    throw new XmlFault('a signature uses an unsupported transform')
}

export interface ResponseShape {
  readonly inResponseTo: string | undefined
  readonly destination: string | undefined
  readonly issuer: string | undefined
  /** last part of the status code, e.g. Success */
  readonly status: string
  readonly responseSigned: boolean
  readonly assertionSigned: boolean
}

const idAttribute = /^(?:[\w-]+:)?id$/i

/**
 * Requires exactly one assertion, directly in the response; signatures only on the response or the assertion, at
 * least one, each over its own parent; no ID twice.
 * @param decrypted the decrypted assertion; the rules apply to both documents together
 * @throws XmlFault
 */
export const readShape = (root: XmlElement, decrypted?: XmlElement): ResponseShape => {
  if (root.name !== 'Response' || root.namespace !== protocolNs)
    throw new XmlFault('it is not a SAML response')
  const inner = decrypted ? [...allElements(decrypted)] : []
  const all = [...allElements(root), ...inner]
  const ids = all.flatMap(({ attributes }) =>
    attributes.filter(({ name }) => idAttribute.test(name)).map(({ value }) => value),
  )
  if (new Set(ids).size !== ids.length) throw new XmlFault('an ID occurs twice')
  const status = onlyChild(onlyChild(root, protocolNs, 'Status'), protocolNs, 'StatusCode')
  const shape = {
    inResponseTo: attribute(root, 'InResponseTo'),
    destination: attribute(root, 'Destination'),
    issuer: onlyChild(root, assertionNs, 'Issuer')?.text?.trim(),
    status: attribute(status, 'Value')?.split(':').at(-1) ?? '',
  }
  // By local name alone, so that another namespace cannot hide one.
  const assertions = all.filter(({ name }) => /assertion$/i.test(name))
  const signatures = all.filter(({ name }) => name.toLowerCase() === 'signature')
  if (shape.status !== 'Success') return { ...shape, responseSigned: false, assertionSigned: false }
  const assertion = decrypted
    ? onlyChild({ ...root, children: [decrypted] }, assertionNs, 'Assertion')
    : onlyChild(root, assertionNs, 'Assertion')
  if ((decrypted ? inner : all).some(({ name }) => /^encrypted/i.test(name)))
    throw new XmlFault('something other than the assertion is encrypted')
  // The EncryptedAssertion around it counts too.
  if (!assertion || assertions.length !== (decrypted ? 2 : 1))
    throw new XmlFault('there must be exactly one assertion')
  const ofResponse = childrenNamed(root, signatureNs, 'Signature')
  const ofAssertion = childrenNamed(assertion, signatureNs, 'Signature')
  if (ofResponse.length > 1 || ofAssertion.length > 1 || signatures.length === 0)
    throw new XmlFault('there must be at least one signature')
  if (ofResponse.length + ofAssertion.length !== signatures.length)
    throw new XmlFault('a signature is in the wrong place')
  for (const signature of ofResponse) assertSignature(signature, root)
  for (const signature of ofAssertion) assertSignature(signature, assertion)
  return {
    ...shape,
    responseSigned: ofResponse.length === 1,
    assertionSigned: ofAssertion.length === 1,
  }
}
