/**
 * Single sign-on of one tenant: identity provider, domains, roles.
 *
 * configurationVersion  counts changes of what a sign-in depends on (provider, domains, roles); a test sign-in
 *                       proves one version. `required` and the break-glass list do not count.
 * break-glass           administrators who may sign in by password while everybody else must use SSO
 */

import { type Static, Type } from 'typebox'
import type { AuditWords } from '#contracts/kit/audit-words.ts'
import { admin, endpoint } from '#contracts/kit/endpoint.ts'
import { Nullable } from '#contracts/kit/nullable.ts'
import { personal } from '#contracts/kit/personal.ts'
import { Exact, Id, Line, Timestamp } from '#contracts/kit/text.ts'
import { RoleName } from '#contracts/kit/vocabulary.ts'
import { Version } from './kit/pieces.ts'

/**
 * OFF       SSO cannot be used
 * TESTING   on, but no test sign-in has succeeded with the current configuration
 * READY     on and tested; other ways to sign in stay open
 * ENFORCED  the only way to sign in, except for break-glass administrators
 */
export const ssoStates = ['OFF', 'TESTING', 'READY', 'ENFORCED'] as const
export type SsoState = (typeof ssoStates)[number]

export const ssoProtocols = ['OIDC', 'SAML'] as const
export type SsoProtocol = (typeof ssoProtocols)[number]

const Protocol = Type.Enum([...ssoProtocols])
const Address = Type.String({ minLength: 8, maxLength: 1000, 'x-text': 'line' })
const Roles = Type.Array(RoleName, { minItems: 1, maxItems: 3, uniqueItems: true })

/** A person whose `claim` (SAML: attribute) has exactly this `value` gets the roles; several matches add up. */
const RoleRule = Type.Object({ claim: Line(300), value: Line(300), roles: Roles })
export type RoleRule = Static<typeof RoleRule>

const rules = {
  /** email domains whose people sign in here, in lower case; a domain belongs to one tenant */
  domains: Type.Array(Line(253, 3), { maxItems: 50, uniqueItems: true }),
  /** applied at every sign-in; empty: members keep their roles */
  roleMapping: Type.Array(RoleRule, { maxItems: 100 }),
  /** for people whom no rule matches; null: they are refused, unless they are members and there are no rules */
  defaultRoles: Nullable(Roles),
  /** people without an invitation become members at their first sign-in, within the plan's limit */
  justInTime: Type.Boolean(),
  /** SSO is the only way to sign in */
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
 * SPENT                 expired, already used, or not issued by this service
 * OTHER_BROWSER         the answer came to another browser than the one that started the sign-in
 * CHANGED               the settings changed during the sign-in
 * PROVIDER_REFUSED      the provider refused
 * PROVIDER_UNREACHABLE  the provider, or its discovery document, could not be read
 * NOT_PROVEN            the answer could not be verified
 * NO_ADDRESS            no email address, or one that the provider has not verified
 * FOREIGN_DOMAIN        the address is in none of the domains
 * NOT_A_MEMBER          not invited, and just-in-time creation is off
 * DISABLED              the account is disabled
 * NO_ROLE               no rule matches and there is no default role
 * NO_PLACE              the plan's limit of members is reached
 * TOO_MANY, BUSY        rate limit reached, or the service is overloaded
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

/** Reason of a failed sign-in; NOT_FINISHED is a test sign-in that has not come back. */
export const ssoFaults = [...ssoRefusals, 'NOT_FINISHED'] as const
export type SsoFault = (typeof ssoFaults)[number]

const fault = {
  /** null if it succeeded, or if it failed before codes were stored */
  code: Nullable(Type.Enum([...ssoFaults])),
  /** which check failed, in English; null if the code says enough */
  detail: Nullable(Type.String()),
}

/** The outcome of a test sign-in. */
const TestResult = Type.Object({
  at: Timestamp,
  /** the configurationVersion of the test */
  version: Version,
  ok: Type.Boolean(),
  email: personal(Nullable(Type.String())),
  ...fault,
  /** code and detail in English; null if it succeeded */
  reason: Nullable(Type.String()),
})
export type SsoTestResult = Static<typeof TestResult>

export const Sso = Type.Object({
  state: Type.Enum([...ssoStates]),
  enabled: Type.Boolean(),
  /** null until the settings were saved once */
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
      /** certificates of the metadata in this call that cannot be used, each with its reason */
      unusable: Type.Optional(Type.Array(Type.String())),
    }),
  ),
  ...rules,
  /** data of this service for the identity provider */
  service: Type.Object({
    /** starts a sign-in of this tenant's members; takes `returnTo`, a path below /app */
    loginUrl: Type.String(),
    oidc: Type.Object({ redirectUri: Type.String() }),
    saml: Type.Object({
      entityId: Type.String(),
      acsUrl: Type.String(),
      metadataUrl: Type.String(),
      /** the same metadata with a certificate for encrypted assertions */
      encryptionMetadataUrl: Type.String(),
      /** PEM; requests are signed with its key; null until the settings were saved or the metadata were loaded */
      certificate: Nullable(Type.String()),
    }),
  }),
  /** opens a test sign-in in the browser, once and within an hour; null while there is nothing to test */
  testUrl: Nullable(Type.String()),
  configurationVersion: Version,
  lastTest: Nullable(TestResult),
  /** the last sign-in that failed */
  lastError: Nullable(Type.Object({ at: Timestamp, ...fault, reason: Type.String() })),
  version: Version,
})
export type Sso = Static<typeof Sso>

const SsoChanges = Type.Object({
  /** false keeps the settings, but SSO can neither be used nor be required */
  enabled: Type.Boolean(),
  protocol: Type.Optional(Protocol),
  oidc: Type.Optional(
    Type.Object({
      /** https; its discovery document is read from there */
      issuer: Address,
      clientId: Line(300),
      /** default: the stored one, if the issuer is the same; null: none, for a public client */
      clientSecret: Type.Optional(Nullable(Exact(1000))),
      /** besides openid; default: email and profile */
      scopes: Type.Optional(
        Type.Array(Type.String({ pattern: '^[\\x21\\x23-\\x5B\\x5D-\\x7E]{1,100}$' }), { maxItems: 20 }),
      ),
    }),
  ),
  /** either the provider's metadata as XML, or the three other fields */
  saml: Type.Optional(
    Type.Object({
      metadata: Type.Optional(Exact(200_000)),
      entityId: Type.Optional(Line(1000)),
      ssoUrl: Type.Optional(Address),
      /** PEM, or only its base64 */
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
    'Configure SSO or switch it off; fields that are left out stay unchanged. CONFLICT if a domain is claimed by another tenant, or if SSO is to be required before a test sign-in has succeeded with this configuration',
  auditLabel: { en: 'Changed single sign-on', de: 'Single Sign-on geändert' },
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
  protocol: { en: 'Protocol', de: 'Protokoll' },
  oidc: { en: 'OpenID Connect', de: 'OpenID Connect' },
  issuer: { en: 'Issuer', de: 'Aussteller' },
  clientSecret: { en: 'Client secret', de: 'Client-Geheimnis' },
  saml: { en: 'SAML 2.0', de: 'SAML 2.0' },
  metadata: { en: 'Metadata', de: 'Metadaten' },
  entityId: { en: 'Entity ID', de: 'Entity-ID' },
  ssoUrl: { en: 'Sign-in address', de: 'Anmeldeadresse' },
  certificates: { en: 'Certificates', de: 'Zertifikate' },
  domains: { en: 'Email domains', de: 'E-Mail-Domains' },
  roleMapping: { en: 'Roles by group', de: 'Rollen nach Gruppen' },
  defaultRoles: { en: 'Default roles', de: 'Standardrollen' },
  justInTime: { en: 'Add at first sign-in', de: 'Aufnahme bei der ersten Anmeldung' },
  required: { en: 'Required', de: 'Vorgeschrieben' },
  breakGlassUserIds: { en: 'Emergency access', de: 'Notzugang' },
  hasSecret: { en: 'Secret saved', de: 'Geheimnis gespeichert' },
  clientId: { en: 'Client ID', de: 'Client-ID' },
}
