import { isDeepStrictEqual } from 'node:util'
import { updateInspectionTemplate } from '#contracts/scout/admin-templates.ts'
import type { TemplateContent } from '#contracts/scout/templates.ts'
import { auditBefore } from '#server/platform/gate/audit.ts'
import { serve } from '#server/platform/http/serve.ts'
import { presentTemplate } from './present-template.ts'
import { readSections } from './sections.ts'
import { addVersion, lockTemplate, requireCodes } from './write-template.ts'

export default serve(updateInspectionTemplate)(async (ctx, { params, body }) => {
  const row = await lockTemplate(ctx, params.id)
  const shown = await presentTemplate(ctx, row)
  auditBefore(ctx, shown)
  const { name, description, types, passMark, presence, sections } = shown
  const before: TemplateContent = { name, description, types, passMark, presence, sections }
  const content: TemplateContent = {
    name: body.name ?? name,
    description: body.description ?? description,
    types: body.types ?? types,
    passMark: body.passMark ?? passMark,
    presence: body.presence ?? presence,
    sections: body.sections ? readSections(body.sections, sections) : sections,
  }
  await requireCodes(ctx, content, before)
  if (isDeepStrictEqual(content, before)) return shown
  return presentTemplate(ctx, await addVersion(ctx, row.id, content))
})
