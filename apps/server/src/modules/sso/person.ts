/** The person as the identity provider describes them, for OIDC and SAML. */
import { normaliseEmail } from '#server/platform/gate/text.ts'
import type { OidcClaims } from './oidc.ts'
import type { AssertionClaims } from './saml/claims.ts'

export interface Person {
  readonly issuer: string
  readonly subject: string
  /** normalised; undefined if the provider sent none */
  readonly email: string | undefined
  /** false if the provider says that the address is not verified */
  readonly vouched: boolean
  readonly name: string | undefined
  /** the subject is an email address, so it is compared case-insensitively */
  readonly subjectIsAddress: boolean
  /** the provider sent no groups because there were too many, as Entra does */
  readonly groupsLeftOut: boolean
  /** all values of a claim or attribute, as strings */
  values(claim: string): readonly string[]
}

const nameOf = (candidates: readonly (string | undefined)[]): string | undefined => {
  for (const candidate of candidates) {
    const clean = candidate
      ?.normalize('NFC')
      .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
      .trim()
    if (clean) return [...clean].slice(0, 120).join('')
  }
  return undefined
}

const emailOf = (candidates: readonly (string | undefined)[]): string | undefined => {
  for (const candidate of candidates) {
    const email = candidate === undefined ? undefined : normaliseEmail(candidate)
    if (email !== undefined) return email
  }
  return undefined
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** `groups`, or the path `realm_access.roles` if no claim has that full name. */
const claimAt = (claims: Readonly<Record<string, unknown>>, name: string): unknown => {
  if (Object.hasOwn(claims, name)) return claims[name]
  let at: unknown = claims
  for (const part of name.split('.')) {
    if (!isRecord(at) || !Object.hasOwn(at, part)) return undefined
    at = at[part]
  }
  return at
}

const asTexts = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).flatMap((one: unknown) =>
    typeof one === 'string' || typeof one === 'number' || typeof one === 'boolean' ? [String(one)] : [],
  )

export const personOfClaims = ({ issuer, subject, claims }: OidcClaims): Person => {
  const text = (name: string): string | undefined => asTexts(claims[name])[0]
  return {
    issuer,
    subject,
    email: emailOf([text('email')]),
    vouched: claims.email_verified !== false && claims.email_verified !== 'false',
    name: nameOf([text('name'), [text('given_name'), text('family_name')].filter(Boolean).join(' ')]),
    subjectIsAddress: false,
    groupsLeftOut:
      claims.groups === undefined &&
      (asTexts(claims.hasgroups)[0] === 'true' ||
        (isRecord(claims._claim_names) && Object.hasOwn(claims._claim_names, 'groups'))),
    values: (claim) => asTexts(claimAt(claims, claim)),
  }
}

const claimUri = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims'
const emailAttributes = [
  'email',
  'mail',
  'emailAddress',
  `${claimUri}/emailaddress`,
  'urn:oid:0.9.2342.19200300.100.1.3',
]
const nameAttributes = [
  'displayName',
  'http://schemas.microsoft.com/identity/claims/displayname',
  'urn:oid:2.16.840.1.113730.3.1.241',
  'cn',
]

/** Entra sends this claim instead of more than 150 groups. */
const groupsLink = 'http://schemas.microsoft.com/claims/groups.link'

export const personOfAssertion = (issuer: string, assertion: AssertionClaims): Person => {
  const { subject } = assertion
  const attributes = new Map<string, readonly string[]>()
  for (const [name, values] of Object.entries(assertion.attributes)) {
    const key = name.toLowerCase()
    attributes.set(key, [...(attributes.get(key) ?? []), ...values])
  }
  const valuesOf = (name: string): readonly string[] => attributes.get(name.toLowerCase()) ?? []
  const first = (name: string): string | undefined => valuesOf(name)[0]
  const whole = (given: string, family: string): string =>
    [first(given), first(family)].filter(Boolean).join(' ')
  return {
    issuer,
    subject,
    email: emailOf([...emailAttributes.map(first), assertion.subjectIsEmail ? subject : undefined]),
    vouched: true,
    name: nameOf([
      ...nameAttributes.map(first),
      whole('firstName', 'lastName'),
      whole('givenName', 'sn'),
      whole(`${claimUri}/givenname`, `${claimUri}/surname`),
    ]),
    subjectIsAddress: assertion.subjectIsEmail || normaliseEmail(subject) !== undefined,
    groupsLeftOut: valuesOf(groupsLink).length > 0,
    values: valuesOf,
  }
}
