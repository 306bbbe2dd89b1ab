import { createInspectionTemplate } from '#contracts/scout/admin-templates.ts'
import { samples, templateOfSample } from '#contracts/scout/samples/samples.ts'
import type { TemplateContent } from '#contracts/scout/templates.ts'
import { tenantLanguage } from '#server/modules/settings/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { invalid } from '#server/platform/errors.ts'
import { serve } from '#server/platform/http/serve.ts'
import { presentTemplate } from './present-template.ts'
import { readSections } from './sections.ts'
import { insertTemplate, requireCodes } from './write-template.ts'

const fromSample = async (ctx: TenantContext, code: string): Promise<TemplateContent> => {
  const sample = samples.find((one) => one.code === code)
  if (!sample) throw invalid('body.sample', `there is no sample ${code}`)
  return templateOfSample(sample, (await tenantLanguage(ctx)) === 'de' ? 'de' : 'en')
}

export default serve(createInspectionTemplate)(async (ctx, { body }) => {
  const { sample, name, sections, ...rest } = body
  if (sample !== undefined && (sections !== undefined || Object.keys(rest).length > 0))
    throw invalid('body.sample', 'allows no field beside it but name')
  if (sample !== undefined) {
    const content = await fromSample(ctx, sample)
    return presentTemplate(ctx, await insertTemplate(ctx, { ...content, name: name ?? content.name }))
  }
  if (name === undefined) throw invalid('body.name', 'is missing')
  if (sections === undefined) throw invalid('body.sections', 'is missing')
  const content: TemplateContent = {
    name,
    description: rest.description ?? '',
    types: rest.types ?? [],
    passMark: rest.passMark ?? 80,
    presence: rest.presence ?? 'OPTIONAL',
    sections: readSections(sections),
  }
  await requireCodes(ctx, content)
  return presentTemplate(ctx, await insertTemplate(ctx, content))
})
