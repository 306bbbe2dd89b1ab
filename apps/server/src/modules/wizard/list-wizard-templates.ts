import { builtInTypes } from '#contracts/catalogue/amenity-types.ts'
import { issueName, typeName } from '#contracts/catalogue/names.ts'
import type { VisitorLanguage } from '#contracts/kit/vocabulary.ts'
import { listWizardTemplates, type WizardTemplate } from '#contracts/wizard.ts'
import { callerLanguage } from '#server/modules/settings/public.ts'
import { serve } from '#server/platform/http/serve.ts'
import { templateWords } from './templates/template-words.ts'
import { type Template, templates } from './templates/templates.ts'

const typeByCode = new Map(builtInTypes.map((type) => [type.code, type]))

const present = ({ code, floors, amenities, rules }: Template, language: VisitorLanguage): WizardTemplate => {
  const words = templateWords(language)
  return {
    code,
    ...words.templates[code],
    floors: floors.map((floor) => words.floors[floor]),
    amenities: amenities.map((amenity) => {
      const type = typeByCode.get(amenity.type)
      return {
        ...amenity,
        name: typeName(amenity.type, language),
        icon: type?.icon ?? '',
        issues: (type?.issues ?? []).map((issue) => ({
          code: issue.code,
          name: issueName(issue.code, language),
          safety: issue.safety,
        })),
      }
    }),
    rules: rules.map((rule) => ({ code: rule, ...words.rules[rule] })),
  }
}

export default serve(listWizardTemplates)(async (ctx, { query }) => {
  const language = await callerLanguage(ctx)
  const all = templates.map((template) => present(template, language))
  const { sort = 'position', page = 1, pageSize = 20 } = query
  if (sort.endsWith('name')) all.sort((a, b) => a.name.localeCompare(b.name, language))
  if (sort.startsWith('-')) all.reverse()
  return { items: all.slice((page - 1) * pageSize, page * pageSize), total: all.length }
})
