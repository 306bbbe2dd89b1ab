/** Tools in the order in which people take them: a resource of the tests, in as few files as one costs. */
import { Type } from 'typebox'
import type { AuditWords } from '#contracts/kit/audit-words.ts'
import { admin, endpoint, paging, sortBy } from '#contracts/kit/endpoint.ts'
import { ById, Position, Version } from '#contracts/kit/pieces.ts'
import { Id, Line } from '#contracts/kit/text.ts'
import { IdAnswer } from '#contracts/records.ts'

const Tool = Type.Object({
  id: Id,
  name: Type.String(),
  borrowed: Type.Boolean(),
  position: Position,
  version: Version,
})

const [path, one] = ['/api/admin/tools', '/api/admin/tools/:id'] as const

export const listTools = endpoint({
  module: 'admin',
  name: 'listTools',
  method: 'GET',
  path,
  summary: 'Tools in order',
  access: admin('read'),
  limit: 'read',
  query: Type.Object({
    ...paging,
    borrowed: Type.Optional(Type.Boolean()),
    sort: sortBy('position', 'name'),
  }),
  list: Tool,
})

export const createTool = endpoint({
  module: 'admin',
  name: 'createTool',
  method: 'POST',
  path,
  summary: 'Create a tool',
  auditLabel: { en: 'Created a tool', de: 'Werkzeug angelegt' },
  access: admin('write'),
  limit: 'write',
  body: Type.Object({ name: Line(120), borrowed: Type.Optional(Type.Boolean()) }),
  status: 201,
  idempotent: true,
  data: Tool,
  errors: ['VALIDATION_ERROR'],
  example: ({ fresh }) => ({ body: { name: fresh('Ladder') } }),
})

export const updateTool = endpoint({
  module: 'admin',
  name: 'updateTool',
  method: 'PATCH',
  path: one,
  summary: 'Update a tool or its position',
  auditLabel: { en: 'Changed a tool', de: 'Werkzeug geändert' },
  access: admin('write'),
  limit: 'write',
  params: ById,
  body: Type.Object({
    name: Type.Optional(Line(120)),
    borrowed: Type.Optional(Type.Boolean()),
    position: Type.Optional(Position),
  }),
  data: Tool,
  errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'PRECONDITION_FAILED'],
  example: ({ made }) => ({ params: { id: made(createTool) }, body: { borrowed: true } }),
})

export const deleteTool = endpoint({
  module: 'admin',
  name: 'deleteTool',
  method: 'DELETE',
  path: one,
  summary: 'Delete a tool',
  auditLabel: { en: 'Deleted a tool', de: 'Werkzeug gelöscht' },
  access: admin('write'),
  limit: 'write',
  params: ById,
  data: IdAnswer,
  errors: ['NOT_FOUND', 'PRECONDITION_FAILED'],
  example: ({ made }) => ({ params: { id: made(createTool) } }),
})

export const fieldNames: AuditWords = { borrowed: { en: 'Borrowed', de: 'Ausgeliehen' } }
