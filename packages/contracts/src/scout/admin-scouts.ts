/** Inviting scouts and changing where and when they inspect. */
import { Type } from 'typebox'
import type { AuditWords } from '../kit/audit-words.ts'
import { admin, endpoint, idFilter, paging, sortBy } from '../kit/endpoint.ts'
import { Nullable } from '../kit/nullable.ts'
import { personal } from '../kit/personal.ts'
import { ById, search } from '../kit/pieces.ts'
import { DateOnly, Email, Id, Line } from '../kit/text.ts'
import { VisitorLanguage } from '../kit/vocabulary.ts'
import { AdminScout, activationFields, ScoutKind, ScoutScope, ScoutState, scoutMoves } from './people.ts'

export const listScouts = endpoint({
  module: 'admin',
  name: 'listScouts',
  method: 'GET',
  path: '/api/admin/scouts',
  summary: 'List scouts with scope, device, last sync and agreement with other scouts',
  access: admin('read'),
  limit: 'read',
  flag: 'SCOUT',
  follows: ['scout'],
  query: Type.Object({
    ...paging,
    q: search,
    state: Type.Optional(Type.Array(ScoutState, { maxItems: 4 })),
    kind: Type.Optional(Type.Array(ScoutKind, { maxItems: 5 })),
    building: idFilter,
    buildingId: idFilter,
    sort: sortBy('name', 'createdAt', 'lastSyncAt', 'validUntil'),
  }),
  list: AdminScout,
})

const dates = {
  /** default today */
  validFrom: Type.Optional(DateOnly),
  /** default 90 days later, at most two years */
  validUntil: Type.Optional(DateOnly),
}

export const createScout = endpoint({
  module: 'admin',
  name: 'createScout',
  method: 'POST',
  path: '/api/admin/scouts',
  summary: 'Invite a scout; the activation code is shown once, and a given email address gets it too',
  auditLabel: { en: 'Invited a scout', de: 'Prüfperson eingeladen' },
  access: admin(null),
  limit: 'write',
  flag: 'SCOUT',
  body: Type.Object({
    name: personal(Line(120)),
    kind: Type.Optional(ScoutKind),
    blind: Type.Optional(Type.Boolean()),
    scope: ScoutScope,
    ...dates,
    extraRounds: Type.Optional(Type.Boolean()),
    language: Type.Optional(VisitorLanguage),
    email: Type.Optional(Nullable(Email)),
    reference: Type.Optional(Nullable(Line(100))),
  }),
  status: 201,
  idempotent: true,
  showsSecret: true,
  data: Type.Object({ ...AdminScout.properties, ...activationFields }),
  errors: ['PLAN_LIMIT_REACHED', 'NOT_FOUND', 'VALIDATION_ERROR'],
  example: ({ buildingId, fresh }) => ({
    body: { name: fresh('Ines Moreau'), kind: 'AUDITOR', scope: { buildingIds: [buildingId] } },
  }),
})

export const updateScout = endpoint({
  module: 'admin',
  name: 'updateScout',
  method: 'PATCH',
  path: '/api/admin/scouts/:id',
  summary: 'Change scope, dates or state, or make a new activation code; what it ends stops within a second',
  auditLabel: { en: 'Changed a scout', de: 'Prüfperson geändert' },
  access: admin(null),
  limit: 'write',
  flag: 'SCOUT',
  moves: scoutMoves,
  params: ById,
  body: Type.Object({
    name: Type.Optional(personal(Line(120))),
    scope: Type.Optional(ScoutScope),
    blind: Type.Optional(Type.Boolean()),
    ...dates,
    extraRounds: Type.Optional(Type.Boolean()),
    reference: Type.Optional(Nullable(Line(100))),
    state: Type.Optional(Type.Enum(['ACTIVE', 'SUSPENDED', 'REVOKED'])),
    newCode: Type.Optional(Type.Literal(true)),
  }),
  data: Type.Object({
    ...AdminScout.properties,
    /** rounds that are open to other scouts now */
    handedBack: Type.Array(Type.Object({ id: Id, number: Type.Integer(), title: Type.String() })),
    ...Type.Partial(Type.Object(activationFields)).properties,
  }),
  errors: ['NOT_FOUND', 'VALIDATION_ERROR', 'PRECONDITION_FAILED', 'PLAN_LIMIT_REACHED'],
  example: ({ made }) => ({ params: { id: made(createScout) }, body: { extraRounds: true } }),
})

export const fieldNames: AuditWords = {
  blind: { en: 'Blind', de: 'Blind' },
  validFrom: { en: 'Valid from', de: 'Gültig ab' },
  validUntil: { en: 'Valid until', de: 'Gültig bis' },
  extraRounds: { en: 'Own rounds', de: 'Eigene Rundgänge' },
  reference: { en: 'Reference', de: 'Kennzeichen' },
  newCode: { en: 'New activation code', de: 'Neuer Aktivierungscode' },
}

export const codeNames: AuditWords = {
  SUPERVISOR: { en: 'Supervisor', de: 'Objektleitung' },
  AUDITOR: { en: 'Auditor', de: 'Auditor' },
  MYSTERY: { en: 'Mystery visitor', de: 'Testbesuch' },
  ACCESSIBILITY: { en: 'Accessibility tester', de: 'Prüfung der Barrierefreiheit' },
  CLIENT: { en: 'Client', de: 'Auftraggeber' },
  REVOKED: { en: 'Revoked', de: 'Entzogen' },
}
