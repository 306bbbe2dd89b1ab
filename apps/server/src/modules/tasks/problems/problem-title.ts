/** How a problem that was reported is called: "No paper, Washroom 1 · Level 3", and how its reader reads it. */
import { commas } from '#contracts/kit/comma.ts'
import { sayPlace } from '#contracts/kit/place.ts'
import { type VisitorLanguage, visitorLanguages } from '#contracts/kit/vocabulary.ts'
import { type Names, nameOfIssue } from '#server/modules/places/amenity-types/public.ts'
import { countsOfCause, oldTitleOfCause, titleOfCause } from './cause-title.ts'
import { ratingOfTitle, wordsOfRating } from './rating-title.ts'

const lengthAtMost = 120

interface Problem {
  readonly category: string | null
  /** what the tenant calls the category at that type of amenity */
  readonly names: Names | null
  readonly amenity: string | null
  /** where that stands, from the top down */
  readonly location?: string | null
  /** where a visitor named nothing, and this is all that was said */
  readonly rating?: number | undefined
}

/** @param fallback the tenant's first visitor language */
const titleIn = (
  { category, names, amenity, location, rating }: Problem,
  language: VisitorLanguage,
  fallback = language,
  comma = commas[language],
): string => {
  const nameOf = (code: string): string => nameOfIssue(code, names ?? {}, language, fallback)
  const rated = rating === undefined ? undefined : wordsOfRating(rating, language)
  const parts = [
    rated ?? (category === null ? null : nameOf(category)),
    amenity && sayPlace(amenity, location),
  ]
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
  const unplaced = { ...problem, location: null }
  const cause = countsOfCause(title)
  const sayIn = (one: VisitorLanguage, fallback = one, asked: Problem = problem): string => {
    const said = titleIn(asked, one, fallback)
    return cause ? titleOfCause(one, said, cause.faults, cause.days) : said
  }
  // Versions before joined with a Latin comma in every language, and told causes in German or English.
  const saidBefore = (one: VisitorLanguage): string => {
    const said = titleIn(unplaced, one, one, ', ')
    return cause ? oldTitleOfCause(one, said, cause.faults, cause.days) : said
  }
  // They did not say the location either.
  const made = visitorLanguages.find(
    (one) => sayIn(one) === title || sayIn(one, one, unplaced) === title || saidBefore(one) === title,
  )
  return made === undefined ? title : sayIn(language, made)
}
