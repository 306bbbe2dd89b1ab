/** Team members and their invitations. */

import { type Static, Type } from 'typebox'
import type { AuditWords } from '#contracts/kit/audit-words.ts'
import { admin, endpoint, idFilter, paging, sortBy } from '#contracts/kit/endpoint.ts'
import { Nullable } from '#contracts/kit/nullable.ts'
import { personal } from '#contracts/kit/personal.ts'
import { Email, Id, Line, Timestamp } from '#contracts/kit/text.ts'
import { RoleName, VisitorLanguage } from '#contracts/kit/vocabulary.ts'
import { Count, IdAnswer, userFields } from '#contracts/records.ts'
import { memberLacks } from '#contracts/setup-health.ts'
import { ById, search, Version } from './kit/pieces.ts'

/**
 * INVITED   has not signed in yet
 * ACTIVE    can sign in
 * DISABLED  cannot sign in; history keeps their name
 */
export const memberStates = ['INVITED', 'ACTIVE', 'DISABLED'] as const
export type MemberState = (typeof memberStates)[number]
export const MemberState = Type.Enum([...memberStates])

const Roles = Type.Array(RoleName, { minItems: 1, maxItems: 3, uniqueItems: true })

/** Buildings that a technician covers; empty: all. */
const Coverage = Type.Array(Id, { maxItems: 500, uniqueItems: true })

export const Member = Type.Object({
  ...userFields,
  state: MemberState,
  language: Nullable(VisitorLanguage),
  lastSignInAt: Nullable(Timestamp),
  /** when the last invitation was sent; null for the person who registered the tenant */
  invitedAt: Nullable(Timestamp),
  buildingIds: Type.Array(Id),
  /** in-house teams and companies that they belong to */
  teams: Type.Array(Type.Object({ id: Id, name: Type.String() })),
  version: Version,
})
export type Member = Static<typeof Member>

/** A member with what an administrator checks before disabling them. */
export const MemberWithSessions = Type.Object({
  ...Member.properties,
  openTasks: Count,
  /** skills of their operator record */
  skills: Type.Array(Type.String()),
  sessions: Type.Array(
    Type.Object({
      id: Id,
      /** browser and operating system, if known */
      device: personal(Nullable(Type.String())),
      createdAt: Timestamp,
      lastUsedAt: Timestamp,
    }),
  ),
})
export type MemberWithSessions = Static<typeof MemberWithSessions>

export const listUsers = endpoint({
  module: 'admin',
  name: 'listUsers',
  method: 'GET',
  path: '/api/admin/users',
  summary: 'Team members',
  access: admin('read'),
  limit: 'read',
  query: Type.Object({
    ...paging,
    /** searches name and email */
    q: search,
    role: Type.Optional(Type.Array(RoleName, { maxItems: 3 })),
    state: Type.Optional(Type.Array(MemberState, { maxItems: 3 })),
    team: idFilter,
    /** members who cover it */
    building: idFilter,
    buildingId: idFilter,
    /** technicians without a device that shows notifications */
    lacking: Type.Optional(Type.Array(Type.Enum([...memberLacks]), { maxItems: 1 })),
    sort: sortBy('name', 'email', 'createdAt', 'lastSignInAt'),
  }),
  list: Member,
})

export const inviteUser = endpoint({
  module: 'admin',
  name: 'inviteUser',
  method: 'POST',
  path: '/api/admin/users',
  summary: 'Invite a team member by email',
  auditLabel: { en: 'Invited a team member', de: 'Person eingeladen' },
  access: admin(null),
  limit: 'write',
  body: Type.Object({
    email: Email,
    name: Line(120),
    roles: Roles,
    /** of the invitation, and theirs until they choose; default: the tenant's */
    language: Type.Optional(VisitorLanguage),
    buildingIds: Type.Optional(Coverage),
  }),
  status: 201,
  idempotent: true,
  data: Member,
  errors: ['NOT_FOUND', 'CONFLICT', 'PLAN_LIMIT_REACHED'],
  example: ({ fresh }) => ({
    body: { email: `${fresh('kim')}@example.com`, name: 'Kim', roles: ['TECHNICIAN'] },
  }),
})

export const getUser = endpoint({
  module: 'admin',
  name: 'getUser',
  method: 'GET',
  path: '/api/admin/users/:id',
  summary: 'One member with teams, sessions, last sign-in',
  access: admin('read'),
  limit: 'read',
  params: ById,
  data: MemberWithSessions,
  errors: ['NOT_FOUND'],
  example: ({ userId }) => ({ params: { id: userId } }),
})

export const updateUser = endpoint({
  module: 'admin',
  name: 'updateUser',
  method: 'PATCH',
  path: '/api/admin/users/:id',
  summary:
    'Update roles, details or `active`; deactivation ends all sessions at once; the last ADMIN cannot lose the role',
  auditLabel: { en: 'Changed a team member', de: 'Person im Team geändert' },
  access: admin(null),
  limit: 'write',
  params: ById,
  body: Type.Partial(
    Type.Object({
      name: Line(120),
      roles: Roles,
      active: Type.Boolean(),
      language: VisitorLanguage,
      buildingIds: Coverage,
    }),
  ),
  data: Member,
  errors: ['NOT_FOUND', 'CONFLICT', 'PRECONDITION_FAILED', 'PLAN_LIMIT_REACHED'],
  example: ({ userId, fresh }) => ({ params: { id: userId }, body: { name: fresh('Kim') } }),
})

export const deleteUser = endpoint({
  module: 'admin',
  name: 'deleteUser',
  method: 'DELETE',
  path: '/api/admin/users/:id',
  summary: 'Remove a member; open tasks return to the pool, history keeps a name',
  auditLabel: { en: 'Removed a team member', de: 'Person aus dem Team entfernt' },
  access: admin(null),
  limit: 'write',
  params: ById,
  data: IdAnswer,
  errors: ['NOT_FOUND', 'CONFLICT', 'PRECONDITION_FAILED'],
  example: ({ userId }) => ({ params: { id: userId } }),
})

export const resendInvite = endpoint({
  module: 'admin',
  name: 'resendInvite',
  method: 'POST',
  path: '/api/admin/users/:id/resend-invite',
  summary: 'Send a new invitation email; the old link stops working. CONFLICT if they have already joined',
  auditLabel: { en: 'Sent an invitation again', de: 'Einladung erneut gesendet' },
  access: admin(null),
  limit: 'write',
  params: ById,
  data: Member,
  errors: ['NOT_FOUND', 'CONFLICT'],
  example: ({ invitedId }) => ({ params: { id: invitedId } }),
})

/** What the audit log calls the fields that only these bodies have. */
export const fieldNames: AuditWords = {
  active: { en: 'Active', de: 'Aktiv' },
}

/** What the audit log calls the values of their closed sets. */
export const codeNames: AuditWords = {
  INVITED: { en: 'Invited', de: 'Eingeladen' },
}
