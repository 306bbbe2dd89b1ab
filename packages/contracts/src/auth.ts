/** Signing in and out, and the current user. No answer reveals whether an address is known. */
import { type Static, Type } from 'typebox'
import { personal } from '#contracts/kit/personal.ts'
import { endpoint, open, technician } from './kit/endpoint.ts'
import { Nullable } from './kit/nullable.ts'
import { Email, Exact, Id, Line, NewPassword, Timestamp, TimeZone } from './kit/text.ts'
import { PlanName, RoleName, scopes, TenantStateName, VisitorLanguage, WeekStart } from './kit/vocabulary.ts'
import {
  ConnectionChanges,
  connectionsOfMe,
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
      /** buildings that they cover; empty: all */
      buildingIds: Type.Array(Id),
      /** their operator record, unless it is inactive */
      operatorId: Nullable(Id),
      theme: Theme,
      quietHours: Nullable(QuietHours),
      notifications: NotificationSettings,
      /** devices with notifications, newest first; at most 10 */
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
    state: TenantStateName,
    /** unpaid: then staff can only read */
    graceUntil: Nullable(Timestamp),
    /** then comments and photos beyond the history of the plan are deleted */
    historyShrinksAt: Nullable(Timestamp),
    /** days that comments and photos are kept; null: as long as the plan keeps them */
    retentionDays: Nullable(Type.Integer()),
    /** a task can be finished only with an AFTER photo */
    photoRequiredToFinish: Type.Boolean(),
    /** whether its people may join the arena */
    arena: Type.Boolean(),
    /** names of up to five administrators; for managers and administrators only */
    administrators: Type.Optional(personal(Type.Array(Type.String()))),
  }),
  /** features of the plan */
  entitlements: Type.Array(Type.String()),
  limits: Type.Object({
    buildings: Quota,
    qrCodes: Quota,
    members: Quota,
    apiKeys: Quota,
    webhooks: Quota,
    shareLinks: Quota,
    scouts: Quota,
    /** of the calendar month in the tenant's time zone, without submissions in quarantine */
    feedbackThisMonth: Quota,
  }),
  sessions: Type.Array(Session),
  /** null: this organisation is not connected to Slack; `linkUrl` works for ten minutes */
  slack: Nullable(Type.Object({ linked: Type.Boolean(), linkUrl: Type.String() })),
  ...connectionsOfMe,
  /** keys of the features that are switched on here */
  flags: Type.Array(Type.String()),
  /** notices of the platform to staff, newest first, in the reader's language */
  announcements: Type.Array(
    Type.Object({
      id: Id,
      kind: Type.Enum(['INFO', 'MAINTENANCE', 'INCIDENT']),
      title: Type.String(),
      text: Type.String(),
      until: Timestamp,
    }),
  ),
  /** support is reading now; for managers and administrators */
  support: Nullable(Type.Object({ startedAt: Timestamp, until: Timestamp, reason: Type.String() })),
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
  summary: 'Sign in by email and password; the same error for every cause of failure',
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

/** `isNewUser`: this sign-in created the person and a trial tenant. */
const ProviderSignIn = Type.Object({ user: SignedInUser, tokens: TokenPair, isNewUser: Type.Boolean() })
const providerToken = Exact(100_000)

export const signInWithGoogle = endpoint({
  module: 'auth',
  name: 'signInWithGoogle',
  method: 'POST',
  path: '/api/auth/google',
  summary:
    'Sign in with a Google credential (ID token); joins an account by its verified email address; a first sign-in creates a trial tenant',
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
    'Sign in with a Microsoft access token; people are identified by tenant and object id, never by email address; a first sign-in creates a trial tenant',
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
  summary: 'New token pair for a refresh token, which works once; using it again revokes the whole family',
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
  auditLabel: { en: 'Registered the organisation', de: 'Organisation angelegt' },
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
  summary: 'Sign out: revoke the refresh-token family of this session, or of all sessions of the user',
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
  /** adds `teamConnections`, for administrators */
  query: Type.Object({ connections: Type.Optional(Type.Enum(['everyone'])) }),
  data: Me,
  errors: ['FORBIDDEN'],
})

export const updateMe = endpoint({
  module: 'auth',
  name: 'updateMe',
  method: 'PATCH',
  path: '/api/auth/me',
  summary:
    "Update one's own name, language, time zone, theme, quiet hours, notification settings, saved views, push subscriptions or personal connections; `testNotification` sends one; `endSession` ends one of one's own sessions at once",
  auditLabel: {
    en: 'Changed their profile or ended one of their sessions',
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
    /**
     * `add` replaces the subscription of the current session; `remove` is the id of one's own, any other is NOT_FOUND
     */
    pushSubscriptions: Type.Optional(
      Type.Object({ add: Type.Optional(NewPushSubscription), remove: Type.Optional(Id) }),
    ),
    /** to one's own devices with notifications, else by email; 5 in 10 minutes */
    testNotification: Type.Optional(Type.Literal(true)),
    /** the whole list; a view without an id is new */
    savedViews: Type.Optional(Type.Array(SavedViewInput, { maxItems: 50 })),
    shortcuts: Type.Optional(Type.Boolean()),
    /** id of one of one's own sessions; any other is NOT_FOUND */
    endSession: Type.Optional(Id),
    connections: Type.Optional(ConnectionChanges),
    /** ends the link to the account at Slack */
    slack: Type.Optional(Type.Null()),
  }),
  data: Me,
  errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'CONFLICT', 'PRECONDITION_FAILED'],
  example: () => ({ body: { language: 'de' } }),
})

export const changePassword = endpoint({
  module: 'auth',
  name: 'changePassword',
  method: 'POST',
  path: '/api/auth/change-password',
  summary: 'Set a new password; ends every other session of the user',
  auditLabel: { en: 'Changed their password', de: 'Eigenes Passwort geändert' },
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
    'With `email`: email a reset link; the answer is the same whether or not the address is known. With `token`: complete a reset (requires `password`) or accept an invitation',
  auditLabel: {
    en: 'Reset the password by an emailed link',
    de: 'Passwort per E-Mail-Link zurückgesetzt',
  },
  access: open,
  // A caller who already has the link needs no email.
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
  /** `message` for an email, `user` and `tokens` for a token */
  data: Type.Object({
    message: Type.Optional(Type.String()),
    user: Type.Optional(SignedInUser),
    tokens: Type.Optional(TokenPair),
  }),
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED'],
  example: ({ email }) => ({ body: { email } }),
})
