/** Checks the conditions of a verified assertion and reads who it is about. */
import { assertionNs, attribute, childrenNamed, onlyChild, type XmlElement, XmlFault } from './xml.ts'

export interface AssertionTerms {
  /** entity id of the identity provider */
  readonly issuer: string
  /** entity id of this service */
  readonly audience: string
  readonly acs: string
  readonly requestId: string
  readonly now: Date
}

export interface AssertionClaims {
  readonly id: string
  readonly subject: string
  /** until when the same assertion could be replayed */
  readonly expiresAt: Date
  readonly attributes: Readonly<Record<string, readonly string[]>>
  /** the format of NameID is an email address */
  readonly subjectIsEmail: boolean
}

const graceMs = 60_000
const transient = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'

const instant = (text: string | undefined): number | undefined => {
  if (text === undefined) return undefined
  const shape = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/
  const time = shape.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(time)) throw new XmlFault('it contains a malformed time')
  return time
}

/** @returns when it ends */
const assertWindow = (element: XmlElement, now: number, what: string): number => {
  const from = instant(attribute(element, 'NotBefore'))
  const until = instant(attribute(element, 'NotOnOrAfter'))
  if (from !== undefined && now + graceMs < from) throw new XmlFault(`${what} is not valid yet`)
  if (until === undefined) throw new XmlFault(`${what} has no expiry`)
  if (now - graceMs >= until) throw new XmlFault(`${what} has expired`)
  return until
}

/** A bearer confirmation that fits this request, address and time. */
const confirmedUntil = (subject: XmlElement, terms: AssertionTerms): number => {
  const bearers = childrenNamed(subject, assertionNs, 'SubjectConfirmation').filter(
    (one) => attribute(one, 'Method') === 'urn:oasis:names:tc:SAML:2.0:cm:bearer',
  )
  const data =
    bearers.length === 1 ? onlyChild(bearers[0], assertionNs, 'SubjectConfirmationData') : undefined
  if (!data) throw new XmlFault('it must have one bearer confirmation')
  if (attribute(data, 'Recipient') !== terms.acs) throw new XmlFault('it is for another recipient')
  if (attribute(data, 'InResponseTo') !== terms.requestId) throw new XmlFault('it answers another request')
  return assertWindow(data, terms.now.getTime(), 'its confirmation')
}

const readAttributes = (assertion: XmlElement): Record<string, string[]> => {
  const found = new Map<string, string[]>()
  for (const statement of childrenNamed(assertion, assertionNs, 'AttributeStatement')) {
    for (const one of childrenNamed(statement, assertionNs, 'Attribute')) {
      const values = childrenNamed(one, assertionNs, 'AttributeValue').flatMap(({ text }) =>
        text === undefined ? [] : [text.trim()],
      )
      for (const name of new Set([attribute(one, 'Name'), attribute(one, 'FriendlyName')]))
        if (name) found.set(name, [...(found.get(name) ?? []), ...values])
    }
  }
  return Object.fromEntries(found)
}

/** @param assertion parsed from exactly the bytes that the signature covers; throws XmlFault */
export const readClaims = (assertion: XmlElement, terms: AssertionTerms): AssertionClaims => {
  const now = terms.now.getTime()
  if (assertion.name !== 'Assertion' || assertion.namespace !== assertionNs)
    throw new XmlFault('the signed element is not an assertion')
  if (attribute(assertion, 'Version') !== '2.0') throw new XmlFault('it is not SAML 2.0')
  const id = attribute(assertion, 'ID')
  if (!id) throw new XmlFault('it has no ID')
  if (onlyChild(assertion, assertionNs, 'Issuer')?.text?.trim() !== terms.issuer)
    throw new XmlFault('it has another issuer')
  const issued = instant(attribute(assertion, 'IssueInstant'))
  if (issued === undefined || issued > now + graceMs) throw new XmlFault('it was issued in the future')
  const subject = onlyChild(assertion, assertionNs, 'Subject')
  const nameId = onlyChild(subject, assertionNs, 'NameID')
  const name = nameId?.text?.trim()
  if (!subject || !name || name.length > 500) throw new XmlFault('it has no usable NameID')
  const format = attribute(nameId, 'Format')
  if (format === transient) throw new XmlFault('its NameID is transient, so it does not identify the person')
  const until = confirmedUntil(subject, terms)
  const conditions = onlyChild(assertion, assertionNs, 'Conditions')
  if (!conditions) throw new XmlFault('it has no conditions')
  const conditionsUntil = assertWindow(conditions, now, 'it')
  const audiences = childrenNamed(conditions, assertionNs, 'AudienceRestriction').map((restriction) =>
    childrenNamed(restriction, assertionNs, 'Audience').map(({ text }) => text?.trim()),
  )
  if (audiences.length === 0 || !audiences.every((one) => one.includes(terms.audience)))
    throw new XmlFault('it is for another audience')
  const authentication = onlyChild(assertion, assertionNs, 'AuthnStatement')
  if (!authentication) throw new XmlFault('it has no AuthnStatement')
  return {
    id,
    subject: name,
    expiresAt: new Date(Math.max(until, conditionsUntil) + graceMs),
    attributes: readAttributes(assertion),
    subjectIsEmail: format?.endsWith(':emailAddress') ?? false,
  }
}
