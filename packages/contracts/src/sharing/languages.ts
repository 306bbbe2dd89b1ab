/** Languages of shared pages. */
import { type VisitorLanguage, visitorLanguages } from '#contracts/kit/vocabulary.ts'
import type { LinkKind } from './view.ts'

/** Of files of figures, and of the pages that offer them. */
export const figureLanguages = ['en', 'de'] as const satisfies readonly VisitorLanguage[]

export const languagesOf = (kind: LinkKind): readonly VisitorLanguage[] =>
  kind === 'DASHBOARD' || kind === 'REPORT' ? figureLanguages : visitorLanguages
