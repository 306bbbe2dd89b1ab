/** Titles of reported problems, such as "No paper, Washroom 1 · Level 3", and their translation for each reader. */
import { commas } from '#contracts/kit/comma.ts'
import { sayPlace } from '#contracts/kit/place.ts'
import { type VisitorLanguage, visitorLanguages } from '#contracts/kit/vocabulary.ts'
import { type Names, nameOfIssue } from '#server/modules/places/amenity-types/public.ts'
import { countsOfCause, oldTitleOfCause, titleOfCause } from './cause-title.ts'
import { ratingOfTitle, wordsOfRating } from './rating-title.ts'

const lengthAtMost = 120

interface Problem {
  readonly category: string | null
  /** the tenant's names of the category for that amenity type */
  readonly names: Names | null
  readonly amenity: string | null
  /** path of the amenity's location, from the top down */
  readonly location?: string | null
  /** set if the visitor gave only a rating */
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

/** The title a new task gets. */
export const newTitle = (problem: Problem, language: VisitorLanguage): string => titleIn(problem, language)

/**
 * Translates a title that the service created; titles that a person wrote stay. Lists, emails, pushes, files and
 * figures all use this function.
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
  // Previous versions joined with a Latin comma in every language, and worded causes in German or English only.
  const saidBefore = (one: VisitorLanguage): string => {
    const said = titleIn(unplaced, one, one, ', ')
    return cause ? oldTitleOfCause(one, said, cause.faults, cause.days) : said
  }
  // Previous versions left out the location too.
  const made = visitorLanguages.find(
    (one) => sayIn(one) === title || sayIn(one, one, unplaced) === title || saidBefore(one) === title,
  )
  return made === undefined ? title : sayIn(language, made)
}
