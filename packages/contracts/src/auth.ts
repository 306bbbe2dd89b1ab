/** Signing in and out, and who the caller is. No answer tells whether an address is known. */
import { type Static, Type } from 'typebox'
import { endpoint, open, technician } from './kit/endpoint.ts'
import { Nullable } from './kit/nullable.ts'
import { Email, Exact, Id, Line, NewPassword, Timestamp, TimeZone } from './kit/text.ts'
import { PlanName, RoleName, scopes, VisitorLanguage, WeekStart } from './kit/vocabulary.ts'
import {
  NewPushSubscription,
  NotificationChoices,
  NotificationSettings,
  PushSubscription,
  QuietHours,
  SavedView,
  SavedViewInput,
  TestNotification,
  Theme,
} from './preferences.ts'
import { Count, Message, userFields } from './records.ts'

/** Access token: 15 minutes. Refresh token: 30 days, works once. */
export const TokenPair = Type.Object({ accessToken: Type.String(), refreshToken: Type.String() })
export type TokenPair = Static<typeof TokenPair>

const roles = Type.Array(RoleName, { maxItems: 3 })
export const SignedInUser = Type.Object({ id: Id, email: Email, name: Type.String(), roles })
export type SignedInUser = Static<typeof SignedInUser>

const token = Exact(4096)
const password = Exact(128)

export const Session = Type.Object({
  id: Id,
  createdAt: Timestamp,
  lastUsedAt: Timestamp,
  /** e.g. "Firefox, Android" */
  device: Nullable(Type.String()),
  current: Type.Boolean(),
})
export type Session = Static<typeof Session>

/** `limit` null: unlimited. */
export const Quota = Type.Object({ used: Count, limit: Nullable(Count) })
export type Quota = Static<typeof Quota>

/** A person has `user`, an API key has `key`; the other one is null. */
export const Me = Type.Object({
  user: Nullable(
    Type.Object({
      ...userFields,
      language: Nullable(VisitorLanguage),
      timeZone: Nullable(Type.String()),
      hasPassword: Type.Boolean(),
      /** those that they cover; none: all */
      buildingIds: Type.Array(Id),
      /** their record in the operator registry, unless it is inactive */
      operatorId: Nullable(Id),
      theme: Theme,
      quietHours: Nullable(QuietHours),
      notifications: NotificationSettings,
      /** where notifications are switched on, newest first; at most 10 */
      pushSubscriptions: Type.Array(PushSubscription),
      savedViews: Type.Array(SavedView),
      /** single-key shortcuts of the desk */
      shortcuts: Type.Boolean(),
    }),
  ),
  key: Nullable(Type.Object({ id: Id, name: Type.String(), scopes: Type.Array(Type.Enum([...scopes])) })),
  tenant: Type.Object({
    id: Id,
    name: Type.String(),
    slug: Type.String(),
    plan: PlanName,
    timeZone: Type.String(),
    language: VisitorLanguage,
    weekStart: WeekStart,
    readOnly: Type.Boolean(),
    trialEndsAt: Nullable(Timestamp),
    /** days that comments and photos are kept; null: as long as the plan keeps them */
    retentionDays: Nullable(Type.Integer()),
    /** a task is finished only with a photo after the work */
    photoRequiredToFinish: Type.Boolean(),
    /** names of at most five who administer it; told to managers and administrators */
    administrators: Type.Optional(Type.Array(Type.String())),
  }),
  /** plan-gated features that are open to this tenant */
  entitlements: Type.Array(Type.String()),
  limits: Type.Object({
    buildings: Quota,
    qrCodes: Quota,
    members: Quota,
    apiKeys: Quota,
    webhooks: Quota,
    shareLinks: Quota,
    /** of the calendar month by the tenant's clock, as figures count: nothing that is held back as suspicious */
    feedbackThisMonth: Quota,
  }),
  sessions: Type.Array(Session),
  /** `applicationServerKey` of push subscriptions, base64url */
  pushKey: Type.String(),
  /** only in the answer to a request for it */
  testNotification: Type.Optional(TestNotification),
  /** of the user, for If-Match; 0 for a key */
  version: Count,
})
export type Me = Static<typeof Me>

export const login = endpoint({
  module: 'auth',
  name: 'login',
  method: 'POST',
  path: '/api/auth/login',
  summary: 'E-mail and password sign-in; one text for every cause of failure',
  access: open,
  limit: 'login',
  alsoLimit: ['login-ip'],
  body: Type.Object({ email: Email, password, tenantId: Type.Optional(Id) }),
  signsIn: true,
  whenReadOnly: true,
  data: Type.Object({ user: SignedInUser, tokens: TokenPair }),
  errors: ['UNAUTHORIZED'],
  example: ({ email, password }) => ({ body: { email, password } }),
})

/** `isNewUser`: this sign-in has made the person, and a trial tenant with them. */
const ProviderSignIn = Type.Object({ user: SignedInUser, tokens: TokenPair, isNewUser: Type.Boolean() })
const providerToken = Exact(100_000)

export const signInWithGoogle = endpoint({
  module: 'auth',
  name: 'signInWithGoogle',
  method: 'POST',
  path: '/api/auth/google',
  summary:
    'Google credential (ID token) sign-in; joins an account by its verified e-mail, and a first sign-in creates a trial tenant',
  access: open,
  limit: 'public',
  body: Type.Object({ credential: providerToken, invitationToken: Type.Optional(token) }),
  signsIn: true,
  whenReadOnly: true,
  data: ProviderSignIn,
  errors: ['UNAUTHORIZED', 'SERVICE_UNAVAILABLE'],
  example: ({ googleCredential }) => ({ body: { credential: googleCredential } }),
})

export const signInWithMicrosoft = endpoint({
  module: 'auth',
  name: 'signInWithMicrosoft',
  method: 'POST',
  path: '/api/auth/microsoft',
  summary:
    'Microsoft access token sign-in; people are known by tenant and object id, never by e-mail; a first sign-in creates a trial tenant',
  access: open,
  limit: 'public',
  body: Type.Object({ accessToken: providerToken, invitationToken: Type.Optional(token) }),
  signsIn: true,
  whenReadOnly: true,
  data: ProviderSignIn,
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'SERVICE_UNAVAILABLE'],
  example: ({ microsoftAccessToken }) => ({ body: { accessToken: microsoftAccessToken } }),
})

export const refresh = endpoint({
  module: 'auth',
  name: 'refresh',
  method: 'POST',
  path: '/api/auth/refresh',
  summary:
    'New token pair for a refresh token; the old one is spent, and using it again ends the whole family',
  access: open,
  limit: 'public',
  body: Type.Object({ refreshToken: token }),
  whenReadOnly: true,
  data: TokenPair,
  errors: ['UNAUTHORIZED'],
  example: ({ refreshToken }) => ({ body: { refreshToken } }),
})

export const register = endpoint({
  module: 'auth',
  name: 'register',
  method: 'POST',
  path: '/api/auth/register',
  summary: 'Self-service sign-up; creates a trial tenant whose first user is ADMIN',
  auditLabel: { en: 'Opened the organisation', de: 'Organisation eröffnet' },
  access: open,
  needsMail: true,
  limit: 'public',
  alsoLimit: ['register'],
  body: Type.Object({
    organisation: Line(120),
    name: Line(120),
    email: Email,
    password: NewPassword,
    language: Type.Optional(VisitorLanguage),
    timeZone: Type.Optional(TimeZone),
  }),
  status: 201,
  signsIn: true,
  whenReadOnly: true,
  data: Type.Object({
    user: SignedInUser,
    tokens: TokenPair,
    tenant: Type.Object({ id: Id, name: Type.String(), slug: Type.String(), plan: PlanName }),
  }),
  errors: ['VALIDATION_ERROR'],
  example: ({ fresh }) => ({
    body: {
      organisation: fresh('Riverside'),
      name: 'Ada',
      email: `${fresh('ada')}@example.com`,
      password: 'a lamp under the stairs',
    },
  }),
})

export const logout = endpoint({
  module: 'auth',
  name: 'logout',
  method: 'POST',
  path: '/api/auth/logout',
  summary: 'Revokes the refresh-token family of this session, or of all sessions of the user',
  auditLabel: { en: 'Signed out', de: 'Abgemeldet' },
  access: technician(null),
  limit: 'public',
  body: Type.Object({ everywhere: Type.Optional(Type.Boolean()) }),
  bodyOptional: true,
  whenReadOnly: true,
  data: Message,
})

export const getMe = endpoint({
  module: 'auth',
  name: 'getMe',
  method: 'GET',
  path: '/api/auth/me',
  summary: 'The caller: user, tenant, plan, entitlements, limits and what is used of them, sessions',
  access: technician('read'),
  limit: 'read',
  data: Me,
})

export const updateMe = endpoint({
  module: 'auth',
  name: 'updateMe',
  method: 'PATCH',
  path: '/api/auth/me',
  summary:
    'Own name, language, time zone, theme, quiet hours, notification settings, saved views, push subscriptions; testNotification sends one; endSession ends one of the own sessions at once',
  auditLabel: {
    en: 'Changed the own profile or ended an own session',
    de: 'Eigenes Profil geändert oder eigene Sitzung beendet',
  },
  access: technician(null),
  limit: 'write',
  body: Type.Object({
    name: Type.Optional(Line(120)),
    language: Type.Optional(VisitorLanguage),
    /** null: that of the organisation */
    timeZone: Type.Optional(Nullable(TimeZone)),
    theme: Type.Optional(Theme),
    quietHours: Type.Optional(Nullable(QuietHours)),
    notifications: Type.Optional(NotificationChoices),
    /** `add` is of the session that asks, in place of what it had; `remove` is the id of an own one, another one is NOT_FOUND */
    pushSubscriptions: Type.Optional(
      Type.Object({ add: Type.Optional(NewPushSubscription), remove: Type.Optional(Id) }),
    ),
    /** to the own devices that have notifications on, else by mail; 5 in 10 minutes */
    testNotification: Type.Optional(Type.Literal(true)),
    /** all of them; one without an id is new */
    savedViews: Type.Optional(Type.Array(SavedViewInput, { maxItems: 50 })),
    shortcuts: Type.Optional(Type.Boolean()),
    /** id of an own session; another one is NOT_FOUND */
    endSession: Type.Optional(Id),
  }),
  data: Me,
  errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'PRECONDITION_FAILED'],
  example: () => ({ body: { language: 'de' } }),
})

export const changePassword = endpoint({
  module: 'auth',
  name: 'changePassword',
  method: 'POST',
  path: '/api/auth/change-password',
  summary: 'Set a new password; ends every other session of the user',
  auditLabel: { en: 'Changed the own password', de: 'Eigenes Passwort geändert' },
  access: technician(null),
  limit: 'password',
  body: Type.Object({ currentPassword: password, newPassword: NewPassword }),
  whenReadOnly: true,
  data: Message,
  errors: ['VALIDATION_ERROR'],
  example: ({ password }) => ({
    body: { currentPassword: password, newPassword: 'seven green bottles on a wall' },
  }),
})

export const resetPassword = endpoint({
  module: 'auth',
  name: 'resetPassword',
  method: 'POST',
  path: '/api/auth/reset-password',
  summary:
    'With an e-mail: mails a reset link, the same message whether or not the address is known. With a token: takes a reset (needs the password) or an invitation',
  auditLabel: {
    en: 'Reset the password by a mailed link',
    de: 'Passwort über einen zugesandten Link neu gesetzt',
  },
  access: open,
  // Whoever has the link needs no mail any more.
  needsMail: { butWith: 'token' },
  limit: 'magic-link',
  alsoLimit: ['login-ip'],
  countsMisses: true,
  body: Type.Object({
    email: Type.Optional(Email),
    token: Type.Optional(token),
    password: Type.Optional(NewPassword),
    name: Type.Optional(Line(120)),
    language: Type.Optional(VisitorLanguage),
  }),
  signsIn: true,
  whenReadOnly: true,
  /** `message` for an e-mail, `user` and `tokens` for a token */
  data: Type.Object({
    message: Type.Optional(Type.String()),
    user: Type.Optional(SignedInUser),
    tokens: Type.Optional(TokenPair),
  }),
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED'],
  example: ({ email }) => ({ body: { email } }),
})

export const requestMagicLink = endpoint({
  module: 'auth',
  name: 'requestMagicLink',
  method: 'POST',
  path: '/api/auth/magic-link/request',
  summary: 'E-mails a sign-in link and a code; the same message whether or not the address is known',
  access: open,
  needsMail: true,
  limit: 'magic-link',
  alsoLimit: ['login-ip'],
  body: Type.Object({ email: Email, tenantId: Type.Optional(Id) }),
  whenReadOnly: true,
  data: Message,
  example: ({ email }) => ({ body: { email } }),
})

export const verifyMagicLink = endpoint({
  module: 'auth',
  name: 'verifyMagicLink',
  method: 'GET',
  path: '/api/auth/magic-link/verify',
  summary: 'Single-use token, or the six digits of the mail with the e-mail address, to user and tokens',
  access: open,
  limit: 'public',
  countsMisses: true,
  query: Type.Object({ token, email: Type.Optional(Email) }),
  signsIn: true,
  whenReadOnly: true,
  data: Type.Object({ user: Type.Object({ id: Id, email: Email, roles }), tokens: TokenPair }),
  errors: ['UNAUTHORIZED'],
  example: () => ({ query: { token: 'TOKEN_OF_THE_MAIL' } }),
})
