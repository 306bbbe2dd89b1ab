/** Messages of dashboards and reports only, in the languages of their files. */
import type { Words } from '#i18n/texts.ts'
import type { PageModel } from '../../../models.ts'
import type en from './messages/en.ts'

const catalogues = import.meta.glob<Words<typeof en>>('./messages/*.ts', { import: 'default', eager: true })

export const dashboardWords = ({ language }: PageModel): Words<typeof en> => {
  const say = catalogues[`./messages/${language}.ts`]
  if (!say) throw new Error(`A dashboard has no words in "${language}"`)
  return say
}
