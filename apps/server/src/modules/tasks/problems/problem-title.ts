/** How a problem that was reported is called: "No paper, Washroom 1". */
import { type VisitorLanguage, visitorLanguages } from '#contracts/kit/vocabulary.ts'
import { type Names, nameOfIssue } from '#server/modules/admin/amenity-types/public.ts'

const lengthAtMost = 120

interface Problem {
  readonly category: string | null
  /** what the tenant calls the category at that type of amenity */
  readonly names: Names | null
  readonly amenity: string | null
}

/** @param fallback the tenant's first visitor language */
const titleIn = (
  { category, names, amenity }: Problem,
  language: VisitorLanguage,
  fallback = language,
): string => {
  const parts = [category === null ? null : nameOfIssue(category, names ?? {}, language, fallback), amenity]
  return [...parts.filter((part) => part !== null).join(', ')].slice(0, lengthAtMost).join('') || 'Task'
}

/** As the task is called when it is made. */
export const newTitle: (problem: Problem, language: VisitorLanguage) => string = titleIn

/** In the reader's language where it is the title that the task was made with; what a person has written stays. */
export const titleFor = (title: string, problem: Problem, language: VisitorLanguage): string => {
  if (problem.category === null) return title
  const made = visitorLanguages.find((one) => titleIn(problem, one) === title)
  return made === undefined ? title : titleIn(problem, language, made)
}
