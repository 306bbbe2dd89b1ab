/** The operator registry: who may do the work, when they are on duty, and who is best for a task. */

import { Type } from 'typebox'
import type { AuditWords } from '#contracts/kit/audit-words.ts'
import { operatorLacks } from '#contracts/setup-health.ts'
import { admin, endpoint, idFilter, manager, paging, sortBy, technician } from './kit/endpoint.ts'
import { Nullable } from './kit/nullable.ts'
import { ById, codes, search } from './kit/pieces.ts'
import { DateOnly, Id, InstantInput, Line } from './kit/text.ts'
import {
  Candidate,
  CertificationInput,
  Company,
  CompanyChanged,
  CompanyKind,
  CompanyState,
  ContactsInput,
  Coverage,
  companyMoves,
  DutyChanged,
  DutyInput,
  DutyState,
  OnCall,
  Operator,
  OperatorChanged,
  OperatorDetail,
  OperatorState,
  operatorDetails,
  ProofType,
  Shifts,
} from './operator/records.ts'
import { Code, ImageSize, SentAt, Upload } from './records.ts'

const companyDetails = {
  coverage: Type.Optional(Coverage),
  contractFrom: Type.Optional(Nullable(DateOnly)),
  contractUntil: Type.Optional(Nullable(DateOnly)),
  contacts: Type.Optional(ContactsInput),
  slaPolicyId: Type.Optional(Nullable(Id)),
}

export const listCompanies = endpoint({
  module: 'operator',
  name: 'listCompanies',
  method: 'GET',
  path: '/api/operator/companies',
  summary: 'Provider companies and in-house teams: kind, coverage, status',
  access: manager('read'),
  limit: 'read',
  query: Type.Object({
    ...paging,
    q: search,
    kind: Type.Optional(Type.Array(CompanyKind, { maxItems: 2 })),
    state: Type.Optional(Type.Array(CompanyState, { maxItems: 4 })),
    sort: sortBy('name', 'createdAt', 'contractUntil'),
  }),
  list: Company,
})

export const createCompany = endpoint({
  module: 'operator',
  name: 'createCompany',
  method: 'POST',
  path: '/api/operator/companies',
  summary: 'Create a company or an in-house team; it is a draft until it has coverage and an operator',
  auditLabel: { en: 'Created a company', de: 'Firma angelegt' },
  access: admin('write'),
  limit: 'write',
  body: Type.Object({
    name: Line(120),
    kind: Type.Optional(CompanyKind),
    /** ACTIVE is refused, because a new company has no operators yet */
    state: Type.Optional(Type.Enum(['DRAFT', 'ACTIVE'])),
    ...companyDetails,
  }),
  status: 201,
  idempotent: true,
  data: Company,
  errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
  example: ({ fresh }) => ({ body: { name: fresh('Sparkle Cleaning') } }),
})

export const updateCompany = endpoint({
  module: 'operator',
  name: 'updateCompany',
  method: 'PATCH',
  path: '/api/operator/companies/:id',
  summary: 'Update details and coverage, activate, suspend or end; open tasks are handed back and listed',
  auditLabel: { en: 'Changed a company', de: 'Firma geändert' },
  access: admin('write'),
  moves: companyMoves,
  limit: 'write',
  params: ById,
  body: Type.Object({
    name: Type.Optional(Line(120)),
    kind: Type.Optional(CompanyKind),
    state: Type.Optional(CompanyState),
    ...companyDetails,
  }),
  data: CompanyChanged,
  errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'PRECONDITION_FAILED'],
  example: ({ companyId, fresh }) => ({ params: { id: companyId }, body: { name: fresh('Sparkle') } }),
})

export const listOperators = endpoint({
  module: 'operator',
  name: 'listOperators',
  method: 'GET',
  path: '/api/operator/operators',
  summary: 'List operators by company, skill, building or duty',
  access: manager('read'),
  limit: 'read',
  query: Type.Object({
    ...paging,
    q: search,
    company: idFilter,
    companyId: idFilter,
    skill: codes,
    /** those who cover it */
    building: idFilter,
    buildingId: idFilter,
    duty: Type.Optional(Type.Array(DutyState, { maxItems: 4 })),
    state: Type.Optional(Type.Array(OperatorState, { maxItems: 3 })),
    /**
     * active operators with missing data, or with a certificate that has expired or expires within 30 days; several
     * values mean any of them
     */
    lacking: Type.Optional(Type.Array(Type.Enum([...operatorLacks]), { maxItems: 4 })),
    sort: sortBy('name', 'createdAt'),
  }),
  list: Operator,
})

export const createOperator = endpoint({
  module: 'operator',
  name: 'createOperator',
  method: 'POST',
  path: '/api/operator/operators',
  summary: 'Add an operator; optionally link or invite a team member',
  auditLabel: { en: 'Added an operator', de: 'Einsatzkraft angelegt' },
  access: admin('write'),
  limit: 'write',
  body: Type.Object({
    name: Line(120),
    ...operatorDetails,
    /** invites `email` as a technician; not for API keys */
    inviteUser: Type.Optional(Type.Boolean()),
  }),
  status: 201,
  idempotent: true,
  data: Operator,
  errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'CONFLICT', 'PLAN_LIMIT_REACHED', 'FORBIDDEN'],
  example: ({ fresh }) => ({ body: { name: fresh('Jo') } }),
})

export const getOperator = endpoint({
  module: 'operator',
  name: 'getOperator',
  method: 'GET',
  path: '/api/operator/operators/:id',
  summary: 'Get an operator with load, certificates and handovers; technicians only their own',
  access: technician('read'),
  limit: 'read',
  params: ById,
  data: OperatorDetail,
  errors: ['NOT_FOUND', 'FORBIDDEN'],
  example: ({ operatorId }) => ({ params: { id: operatorId } }),
})

export const updateOperator = endpoint({
  module: 'operator',
  name: 'updateOperator',
  method: 'PATCH',
  path: '/api/operator/operators/:id',
  summary: 'Update details or deactivate; open tasks are handed back and listed',
  auditLabel: { en: 'Changed an operator', de: 'Einsatzkraft geändert' },
  access: admin('write'),
  limit: 'write',
  params: ById,
  body: Type.Object({
    name: Type.Optional(Line(120)),
    state: Type.Optional(Type.Enum(['ACTIVE', 'INACTIVE'])),
    ...operatorDetails,
  }),
  data: OperatorChanged,
  errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'CONFLICT', 'PRECONDITION_FAILED'],
  example: ({ operatorId, fresh }) => ({ params: { id: operatorId }, body: { name: fresh('Jo') } }),
})

export const setCertifications = endpoint({
  module: 'operator',
  name: 'setCertifications',
  method: 'PUT',
  path: '/api/operator/operators/:id/certifications',
  summary:
    'Replace the certificates, with expiry and proof file; `proof` alone changes nothing and returns an upload URL',
  auditLabel: {
    en: 'Set the certificates of an operator',
    de: 'Nachweise einer Einsatzkraft geändert',
  },
  access: admin('write'),
  limit: 'write',
  params: ById,
  /** Exactly one of them. */
  body: Type.Object({
    certifications: Type.Optional(Type.Array(CertificationInput, { maxItems: 50 })),
    proof: Type.Optional(Type.Object({ contentType: ProofType, size: ImageSize })),
  }),
  data: Type.Union([Operator, Upload]),
  errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'PRECONDITION_FAILED'],
  example: ({ operatorId }) => ({
    params: { id: operatorId },
    body: { certifications: [{ name: 'Work at heights', skill: 'LIFT', validUntil: '2030-06-30' }] },
  }),
})

export const setShifts = endpoint({
  module: 'operator',
  name: 'setShifts',
  method: 'PUT',
  path: '/api/operator/operators/:id/shifts',
  summary: 'Set weekly pattern and exceptions; overlaps are refused',
  auditLabel: { en: 'Set the shifts of an operator', de: 'Schichten einer Einsatzkraft geändert' },
  access: manager('write'),
  limit: 'write',
  params: ById,
  body: Type.Object({
    weekly: Type.Optional(Shifts.properties.weekly),
    exceptions: Type.Optional(Shifts.properties.exceptions),
  }),
  data: Operator,
  errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'PRECONDITION_FAILED'],
  example: ({ operatorId }) => ({
    params: { id: operatorId },
    body: { weekly: [{ day: 1, from: '22:00', to: '06:00' }], exceptions: [] },
  }),
})

export const setDuty = endpoint({
  module: 'operator',
  name: 'setDuty',
  method: 'POST',
  path: '/api/operator/operators/:id/duty',
  summary: 'ON, OFF, BREAK, ABSENT until; absence hands open tasks over; a technician only their own',
  auditLabel: { en: 'Set the duty of an operator', de: 'Dienst einer Einsatzkraft geändert' },
  access: technician('write'),
  limit: 'write',
  params: ById,
  query: SentAt,
  body: DutyInput,
  idempotent: true,
  data: DutyChanged,
  errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'FORBIDDEN'],
  example: ({ operatorId }) => ({ params: { id: operatorId }, body: { state: 'ON' } }),
})

export const getOnCall = endpoint({
  module: 'operator',
  name: 'getOnCall',
  method: 'GET',
  path: '/api/operator/on-call',
  summary: 'Who is responsible for building and skill at a time, with the fallback chain and the gaps',
  access: manager('read'),
  limit: 'read',
  query: Type.Object({
    building: Type.Optional(Id),
    buildingId: Type.Optional(Id),
    skill: Type.Optional(Code),
    /** default: now */
    at: Type.Optional(InstantInput),
  }),
  data: OnCall,
  errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
})

export const matchOperators = endpoint({
  module: 'operator',
  name: 'matchOperators',
  method: 'GET',
  path: '/api/operator/match',
  summary:
    'Ranked candidates for a task, or for a building and skill, with reasons for and against: shift, skill, load, certificate, building; with a time only those available then',
  access: manager('read'),
  limit: 'read',
  query: Type.Object({
    ...paging,
    taskId: Type.Optional(Id),
    building: Type.Optional(Id),
    buildingId: Type.Optional(Id),
    skill: Type.Optional(Code),
    /**
     * Both together, at most 31 days apart: only operators who may do it and are not absent, off or on a shift in that
     * time.
     */
    freeFrom: Type.Optional(InstantInput),
    freeUntil: Type.Optional(InstantInput),
    /** default: best first */
    sort: sortBy('score', 'name'),
  }),
  list: Candidate,
  errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
})

/** What the audit log calls the fields that only these bodies have. */
export const fieldNames: AuditWords = {
  coverage: { en: 'Coverage', de: 'Zuständigkeit' },
  contractFrom: { en: 'Contract from', de: 'Vertrag ab' },
  contractUntil: { en: 'Contract until', de: 'Vertrag bis' },
  contacts: { en: 'Contacts', de: 'Kontakte' },
  slaPolicyId: { en: 'SLA policy', de: 'SLA-Richtlinie' },
  skills: { en: 'Skills', de: 'Fähigkeiten' },
  languages: { en: 'Languages', de: 'Sprachen' },
  maxOpenTasks: { en: 'Maximum open tasks', de: 'Maximal offene Aufgaben' },
  certifications: { en: 'Certificates', de: 'Nachweise' },
  exceptions: { en: 'Exceptions', de: 'Ausnahmen' },
  shifts: { en: 'Shifts', de: 'Schichten' },
}

/** What the audit log calls the values of their closed sets. */
export const codeNames: AuditWords = {
  PROVIDER: { en: 'Service provider', de: 'Dienstleister' },
  IN_HOUSE: { en: 'In-house', de: 'Eigenes Team' },
  DRAFT: { en: 'Draft', de: 'Entwurf' },
  SUSPENDED: { en: 'Suspended', de: 'Ausgesetzt' },
  ENDED: { en: 'Ended', de: 'Beendet' },
  INACTIVE: { en: 'Inactive', de: 'Inaktiv' },
}
