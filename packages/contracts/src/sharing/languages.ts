/** Languages of files of figures: PDF and CSV. */
import type { VisitorLanguage } from '#contracts/kit/vocabulary.ts'

export const figureLanguages = ['en', 'de'] as const satisfies readonly VisitorLanguage[]
