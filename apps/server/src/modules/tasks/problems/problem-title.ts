/** How a problem that was reported is called: "No paper, Washroom 1", and how its reader reads it. */
import { commas } from '#contracts/kit/comma.ts'
import { type VisitorLanguage, visitorLanguages } from '#contracts/kit/vocabulary.ts'
import { type Names, nameOfIssue } from '#server/modules/admin/amenity-types/public.ts'
import { countsOfCause, oldTitleOfCause, titleOfCause } from './cause-title.ts'
import { ratingOfTitle, wordsOfRating } from './rating-title.ts'

const lengthAtMost = 120

interface Problem {
  readonly category: string | null
  /** what the tenant calls the category at that type of amenity */
  readonly names: Names | null
  readonly amenity: string | null
  /** where a visitor named nothing, and this is all that was said */
  readonly rating?: number | undefined
}

/** @param fallback the tenant's first visitor language */
const titleIn = (
  { category, names, amenity, rating }: Problem,
  language: VisitorLanguage,
  fallback = language,
  comma = commas[language],
): string => {
  const nameOf = (code: string): string => nameOfIssue(code, names ?? {}, language, fallback)
  const rated = rating === undefined ? undefined : wordsOfRating(rating, language)
  const parts = [rated ?? (category === null ? null : nameOf(category)), amenity]
  const known = parts.filter((part) => part !== null && part !== '').join(comma)
  return [...(known || nameOf('OTHER'))].slice(0, lengthAtMost).join('')
}

/** As the task is called when it is made. */
export const newTitle = (problem: Problem, language: VisitorLanguage): string => titleIn(problem, language)

/**
 * In the reader's language where it is the title that the task was made with; what a person has written stays. The one
 * place that knows it: lists, mails, pushes, files and figures all ask here.
 */
export const titleFor = (title: string, of: Problem, language: VisitorLanguage): string => {
  if (of.category === null) return title
  const problem = { ...of, rating: ratingOfTitle(title) }
  const cause = countsOfCause(title)
  const sayIn = (one: VisitorLanguage, fallback = one): string => {
    const said = titleIn(problem, one, fallback)
    return cause ? titleOfCause(one, said, cause.faults, cause.days) : said
  }
  // Versions before joined with a Latin comma in every language, and told causes in German or English.
  const saidBefore = (one: VisitorLanguage): string => {
    const said = titleIn(problem, one, one, ', ')
    return cause ? oldTitleOfCause(one, said, cause.faults, cause.days) : said
  }
  const made = visitorLanguages.find((one) => sayIn(one) === title || saidBefore(one) === title)
  return made === undefined ? title : sayIn(language, made)
}
