/** Checklists for scouts: questions, weights, conditions and photo duty, in versions. */
import { Type } from 'typebox'
import type { AuditWords } from '../kit/audit-words.ts'
import { admin, endpoint, idFilter, paging, sortBy } from '../kit/endpoint.ts'
import { ById, codes, search, Version } from '../kit/pieces.ts'
import { Code, Count, IdAnswer } from '../records.ts'
import { SectionsInput, Template, TemplateState, templateInput } from './templates.ts'

export const listInspectionTemplates = endpoint({
  module: 'admin',
  name: 'listInspectionTemplates',
  method: 'GET',
  path: '/api/admin/inspection-templates',
  summary: 'List checklists, whole records of the newest version; one `id` with `version` is that version',
  access: admin('read'),
  limit: 'read',
  flag: 'SCOUT',
  query: Type.Object({
    ...paging,
    q: search,
    type: codes,
    state: Type.Optional(Type.Array(TemplateState, { maxItems: 2 })),
    id: idFilter,
    version: Type.Optional(Version),
    sort: sortBy('name', 'createdAt', 'updatedAt'),
  }),
  list: Template,
  /** checklists to begin with, in the organisation's language */
  about: Type.Object({
    samples: Type.Array(
      Type.Object({ code: Code, name: Type.String(), sector: Type.String(), questions: Count }),
    ),
  }),
})

const { name, sections: _sections, ...rest } = templateInput

export const createInspectionTemplate = endpoint({
  module: 'admin',
  name: 'createInspectionTemplate',
  method: 'POST',
  path: '/api/admin/inspection-templates',
  summary: 'Create a checklist, or take a sample',
  auditLabel: { en: 'Created a checklist', de: 'Checkliste angelegt' },
  access: admin('write'),
  limit: 'write',
  flag: 'SCOUT',
  body: Type.Object({
    /** the checklist of this code; only `name` may stand beside it */
    sample: Type.Optional(Code),
    name,
    sections: Type.Optional(SectionsInput),
    ...rest,
  }),
  status: 201,
  idempotent: true,
  data: Template,
  errors: ['VALIDATION_ERROR'],
  example: ({ fresh }) => ({
    body: {
      name: fresh('Washroom'),
      sections: [
        { title: 'Cleanliness', questions: [{ text: 'The floor is clean', kind: 'YES_NO', weight: 2 }] },
      ],
    },
  }),
})

export const updateInspectionTemplate = endpoint({
  module: 'admin',
  name: 'updateInspectionTemplate',
  method: 'PATCH',
  path: '/api/admin/inspection-templates/:id',
  summary: 'Publish a new version; rounds that were started keep theirs',
  auditLabel: { en: 'Changed a checklist', de: 'Checkliste geändert' },
  access: admin('write'),
  limit: 'write',
  flag: 'SCOUT',
  params: ById,
  body: Type.Object(templateInput),
  data: Template,
  errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'PRECONDITION_FAILED'],
  example: ({ made }) => ({ params: { id: made(createInspectionTemplate) }, body: { passMark: 90 } }),
})

export const deleteInspectionTemplate = endpoint({
  module: 'admin',
  name: 'deleteInspectionTemplate',
  method: 'DELETE',
  path: '/api/admin/inspection-templates/:id',
  summary: 'Retire a checklist; rounds under way go on',
  auditLabel: { en: 'Retired a checklist', de: 'Checkliste zurückgezogen' },
  access: admin('write'),
  limit: 'write',
  flag: 'SCOUT',
  params: ById,
  data: IdAnswer,
  errors: ['NOT_FOUND', 'CONFLICT', 'PRECONDITION_FAILED'],
  example: ({ made }) => ({ params: { id: made(createInspectionTemplate) } }),
})

export const fieldNames: AuditWords = {
  sample: { en: 'Sample', de: 'Vorlage' },
  passMark: { en: 'Pass mark', de: 'Bestanden ab' },
  presence: { en: 'Presence', de: 'Anwesenheit' },
  sections: { en: 'Sections', de: 'Abschnitte' },
}

export const codeNames: AuditWords = {
  REQUIRED: { en: 'Required', de: 'Pflicht' },
  OPTIONAL: { en: 'Optional', de: 'Freiwillig' },
}
