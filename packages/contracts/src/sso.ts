/**
 * Single sign-on of one tenant: its identity provider, its domains, who becomes what.
 *
 * configurationVersion  counts the changes of what a sign-in depends on (provider, domains, roles); a test sign-in
 *                       proves one of them. `required` and the break-glass list do not count.
 * break-glass           administrators who may sign in by password while everybody else must use SSO
 */

import { type Static, Type } from 'typebox'
import type { AuditWords } from '#contracts/kit/audit-words.ts'
import { admin, endpoint } from '#contracts/kit/endpoint.ts'
import { Nullable } from '#contracts/kit/nullable.ts'
import { Exact, Id, Line, Timestamp } from '#contracts/kit/text.ts'
import { RoleName } from '#contracts/kit/vocabulary.ts'
import { Version } from './kit/pieces.ts'

/**
 * OFF       nobody signs in this way
 * TESTING   it is on, and no test sign-in has succeeded with the present configuration
 * READY     it is on and tested; the other ways stay open
 * ENFORCED  it is the only way, except for break-glass administrators
 */
export const ssoStates = ['OFF', 'TESTING', 'READY', 'ENFORCED'] as const
export type SsoState = (typeof ssoStates)[number]

export const ssoProtocols = ['OIDC', 'SAML'] as const
export type SsoProtocol = (typeof ssoProtocols)[number]

const Protocol = Type.Enum([...ssoProtocols])
const Address = Type.String({ minLength: 8, maxLength: 1000, 'x-text': 'line' })
const Roles = Type.Array(RoleName, { minItems: 1, maxItems: 3, uniqueItems: true })

/** Whoever brings `claim` (SAML: attribute) with exactly this `value` gets the roles; several matches add up. */
const RoleRule = Type.Object({ claim: Line(300), value: Line(300), roles: Roles })
export type RoleRule = Static<typeof RoleRule>

const rules = {
  /** e-mail domains whose people sign in here, lower case; a domain belongs to one tenant */
  domains: Type.Array(Line(253, 3), { maxItems: 50, uniqueItems: true }),
  /** applied at every sign-in; empty: members keep the roles that they have */
  roleMapping: Type.Array(RoleRule, { maxItems: 100 }),
  /** of those whom no rule matches; null: they are refused, unless they are members and there are no rules */
  defaultRoles: Nullable(Roles),
  /** people whom nobody invited become members at their first sign-in, as far as the plan allows */
  justInTime: Type.Boolean(),
  /** SSO only */
  required: Type.Boolean(),
  /** active administrators; at least one with a password while `required` */
  breakGlassUserIds: Type.Array(Id, { maxItems: 10, uniqueItems: true }),
}

const Certificate = Type.Object({
  /** SHA-256, as `AB:CD:…` */
  fingerprint: Type.String(),
  subject: Type.String(),
  validUntil: Timestamp,
})

/**
 * NOT_AVAILABLE         SSO is off, not set up or not in the plan
 * SPENT                 expired, used already, or not of this service
 * OTHER_BROWSER         came back to another browser than the one that started
 * CHANGED               the settings were changed on the way
 * PROVIDER_REFUSED      the provider said no
 * PROVIDER_UNREACHABLE  the provider, or its discovery document, could not be read
 * NOT_PROVEN            the answer could not be verified
 * NO_ADDRESS            no e-mail address, or one that the provider does not vouch for
 * FOREIGN_DOMAIN        an address in none of the domains
 * NOT_A_MEMBER          not invited, and nobody becomes a member just in time
 * DISABLED              the account is switched off
 * NO_ROLE               no rule and no default role
 * NO_PLACE              the plan has no place for one more
 * TOO_MANY, BUSY        limited, or the service is overloaded
 * OTHER_PERSON          the address belongs to another person of the same provider
 */
export const ssoRefusals = [
  'NOT_AVAILABLE',
  'SPENT',
  'OTHER_BROWSER',
  'CHANGED',
  'PROVIDER_REFUSED',
  'PROVIDER_UNREACHABLE',
  'NOT_PROVEN',
  'NO_ADDRESS',
  'FOREIGN_DOMAIN',
  'NOT_A_MEMBER',
  'DISABLED',
  'NO_ROLE',
  'NO_PLACE',
  'TOO_MANY',
  'BUSY',
  'OTHER_PERSON',
] as const
export type SsoRefusalCode = (typeof ssoRefusals)[number]

/** Why it failed; a test that went out and did not come back yet, or never, is NOT_FINISHED. */
export const ssoFaults = [...ssoRefusals, 'NOT_FINISHED'] as const
export type SsoFault = (typeof ssoFaults)[number]

const fault = {
  /** null where it succeeded, or where it failed before codes were kept */
  code: Nullable(Type.Enum([...ssoFaults])),
  /** which check failed, in English; null where the code says it all */
  detail: Nullable(Type.String()),
}

/** The outcome of a test sign-in. */
const TestResult = Type.Object({
  at: Timestamp,
  /** the configurationVersion that was tested */
  version: Version,
  ok: Type.Boolean(),
  email: Nullable(Type.String()),
  ...fault,
  /** code and detail in English; null where it succeeded */
  reason: Nullable(Type.String()),
})
export type SsoTestResult = Static<typeof TestResult>

export const Sso = Type.Object({
  state: Type.Enum([...ssoStates]),
  enabled: Type.Boolean(),
  /** null until something was saved */
  protocol: Nullable(Protocol),
  oidc: Nullable(
    Type.Object({
      issuer: Type.String(),
      clientId: Type.String(),
      clientSecretSet: Type.Boolean(),
      scopes: Type.Array(Type.String()),
    }),
  ),
  saml: Nullable(
    Type.Object({
      entityId: Type.String(),
      ssoUrl: Type.String(),
      certificates: Type.Array(Certificate),
      /** certificates of the metadata given with this call that cannot be used, each with its reason */
      unusable: Type.Optional(Type.Array(Type.String())),
    }),
  ),
  ...rules,
  /** what the identity provider is told about this service */
  service: Type.Object({
    /** starts a sign-in of this tenant's people; takes `returnTo`, a path at /app */
    loginUrl: Type.String(),
    oidc: Type.Object({ redirectUri: Type.String() }),
    saml: Type.Object({
      entityId: Type.String(),
      acsUrl: Type.String(),
      metadataUrl: Type.String(),
      /** the same with a certificate for encryption: for providers that shall encrypt assertions */
      encryptionMetadataUrl: Type.String(),
      /** PEM; requests are signed with its key; null until something was saved or the metadata were loaded */
      certificate: Nullable(Type.String()),
    }),
  }),
  /** opens a test sign-in in the browser, once and within an hour; null until there is something to test */
  testUrl: Nullable(Type.String()),
  configurationVersion: Version,
  lastTest: Nullable(TestResult),
  /** the last sign-in that failed on the way */
  lastError: Nullable(Type.Object({ at: Timestamp, ...fault, reason: Type.String() })),
  version: Version,
})
export type Sso = Static<typeof Sso>

const SsoChanges = Type.Object({
  /** false keeps everything, but nobody signs in this way and nobody must */
  enabled: Type.Boolean(),
  protocol: Type.Optional(Protocol),
  oidc: Type.Optional(
    Type.Object({
      /** https; its discovery document is read below it */
      issuer: Address,
      clientId: Line(300),
      /** left out: the one that is stored, if the issuer is the same; null: none, a public client */
      clientSecret: Type.Optional(Nullable(Exact(1000))),
      /** besides openid; left out: email and profile */
      scopes: Type.Optional(
        Type.Array(Type.String({ pattern: '^[\\x21\\x23-\\x5B\\x5D-\\x7E]{1,100}$' }), { maxItems: 20 }),
      ),
    }),
  ),
  /** either the provider's metadata as XML, or the three others */
  saml: Type.Optional(
    Type.Object({
      metadata: Type.Optional(Exact(200_000)),
      entityId: Type.Optional(Line(1000)),
      ssoUrl: Type.Optional(Address),
      /** PEM, or base64 alone */
      certificates: Type.Optional(Type.Array(Exact(20_000), { minItems: 1, maxItems: 5 })),
    }),
  ),
  ...Type.Partial(Type.Object(rules)).properties,
})
export type SsoChanges = Static<typeof SsoChanges>

export const getSso = endpoint({
  module: 'admin',
  name: 'getSso',
  method: 'GET',
  path: '/api/admin/sso',
  summary: "SAML or OIDC configuration without its secrets, with this service's own metadata",
  access: admin(null),
  limit: 'read',
  plan: 'ENTERPRISE',
  data: Sso,
})

export const updateSso = endpoint({
  module: 'admin',
  name: 'updateSso',
  method: 'PUT',
  path: '/api/admin/sso',
  summary:
    'Set it or switch it off; what is left out stays as it is. CONFLICT where a domain is claimed by another tenant, or where SSO is to be required and no test sign-in has succeeded with this configuration',
  auditLabel: { en: 'Changed single sign-on', de: 'Gemeinsame Anmeldung geändert' },
  access: admin(null),
  limit: 'write',
  plan: 'ENTERPRISE',
  body: SsoChanges,
  data: Sso,
  errors: ['NOT_FOUND', 'CONFLICT', 'PRECONDITION_FAILED'],
  example: () => ({ body: { enabled: false, protocol: 'OIDC', defaultRoles: ['TECHNICIAN'] } }),
})

/** What the audit log calls the fields that only these bodies have. */
export const fieldNames: AuditWords = {
  protocol: { en: 'Protocol', de: 'Verfahren' },
  oidc: { en: 'OpenID Connect', de: 'OpenID Connect' },
  issuer: { en: 'Issuer', de: 'Aussteller' },
  clientSecret: { en: 'Client secret', de: 'Client-Geheimnis' },
  saml: { en: 'SAML 2.0', de: 'SAML 2.0' },
  metadata: { en: 'Metadata', de: 'Metadaten' },
  entityId: { en: 'Entity id', de: 'Entity-ID' },
  ssoUrl: { en: 'Address of sign-in', de: 'Adresse der Anmeldung' },
  certificates: { en: 'Certificates', de: 'Zertifikate' },
  domains: { en: 'Domains of addresses', de: 'Domänen der Adressen' },
  roleMapping: { en: 'Roles by groups', de: 'Rollen nach Gruppen' },
  defaultRoles: { en: 'Usual roles', de: 'Übliche Rollen' },
  justInTime: { en: 'Added when they come', de: 'Aufnahme bei der ersten Anmeldung' },
  required: { en: 'Required', de: 'Vorgeschrieben' },
  breakGlassUserIds: { en: 'Who may sign in without it', de: 'Wer sich ohne anmelden darf' },
  hasSecret: { en: 'Secret kept', de: 'Geheimnis hinterlegt' },
  clientId: { en: 'Client id', de: 'Client-Kennung' },
}
