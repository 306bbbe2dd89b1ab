/** The content of a step: what was typed, otherwise what the template proposes. */
import {
  type AmenityCount,
  mostWizardAmenities,
  type WizardData,
  type WizardRow,
  type WizardStepName,
} from '#contracts/wizard.ts'
import { templateWords } from '../templates/template-words.ts'
import { templateOf } from '../templates/templates.ts'
import type { Facts } from './facts.ts'
import { readText } from './read-text.ts'
import { isRole } from './roles.ts'
import type { Run } from './stored.ts'

/**
 * As many rooms as requested, named by type, number and floor; at most one more than allowed, which is enough to
 * report it.
 */
const rowsOfCounts = (
  counts: readonly AmenityCount[],
  floors: readonly string[],
  { types, language }: Facts,
): WizardRow[] => {
  const rows: WizardRow[] = []
  const places = floors.length > 0 ? floors : ['']
  for (const [index, floor] of places.entries())
    for (const { type, count, where } of counts) {
      if (index > 0 && where === 'FIRST_FLOOR') continue
      const name = types.nameOf(type, language)
      for (let n = 1; n <= count && rows.length <= mostWizardAmenities; n++) {
        const numbered = count === 1 ? name : `${name} ${n}`
        rows.push(floor === '' ? { name: numbered, type } : { name: `${numbered}, ${floor}`, floor, type })
      }
    }
  return rows
}

const proposed = (name: WizardStepName, template: string | null, language: string): WizardData => {
  const found = templateOf(template)
  if (!found) return {}
  const words = templateWords(language)
  switch (name) {
    case 'FLOORS':
      return { rows: found.floors.map((code) => ({ name: words.floors[code] })) }
    case 'AMENITIES':
      return { counts: found.amenities.map((amenity) => ({ ...amenity })) }
    case 'ALERTS':
      return { rules: [...found.rules] }
    case 'BUILDING':
    case 'TEAM':
      return {}
    default:
      return name satisfies never
  }
}

export type Drafted = Readonly<Record<WizardStepName, WizardData>>

/** The data of each step, with the rows of lists. */
export const draftOf = (run: Run, facts: Facts): Drafted => {
  const dataOf = (name: WizardStepName): WizardData =>
    run.steps[name]?.data ?? proposed(name, run.template, facts.language)
  const listed = (name: 'FLOORS' | 'TEAM'): WizardData => {
    const data = dataOf(name)
    return data.text === undefined ? data : { ...data, rows: readText(name, data.text, isRole) }
  }
  const floors = listed('FLOORS')
  const amenities = dataOf('AMENITIES')
  const names =
    run.steps.FLOORS?.state === 'SKIPPED' ? [] : (floors.rows ?? []).flatMap(({ name }) => name?.trim() || [])
  const rows =
    amenities.text === undefined
      ? (amenities.rows ?? (amenities.counts && rowsOfCounts(amenities.counts, names, facts)))
      : readText('AMENITIES', amenities.text, isRole)
  return {
    BUILDING: dataOf('BUILDING'),
    FLOORS: floors,
    AMENITIES: rows === undefined ? amenities : { ...amenities, rows },
    TEAM: listed('TEAM'),
    ALERTS: dataOf('ALERTS'),
  }
}
