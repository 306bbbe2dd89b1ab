/** The data that a draft is validated against, read in a fixed number of statements. */
import type { VisitorLanguage } from '#contracts/kit/vocabulary.ts'
import { findTypes, type TypeFinder } from '#server/modules/places/amenity-types/public.ts'
import { callerLanguage, tenantLanguage } from '#server/modules/settings/public.ts'
import type { StaffContext } from '#server/platform/context.ts'
import { type FaultWords, faultWords } from '../words.ts'

export interface Facts {
  readonly types: TypeFinder
  /** of fault messages */
  readonly words: FaultWords
  /** of names of what is created; visitors read it on stickers */
  readonly language: VisitorLanguage
}

export const readFacts = async (ctx: StaffContext): Promise<Facts> => {
  const [types, reader, language] = await Promise.all([
    findTypes(ctx),
    callerLanguage(ctx),
    tenantLanguage(ctx),
  ])
  return { types, words: faultWords(reader), language }
}
