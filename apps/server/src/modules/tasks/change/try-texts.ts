/** Why a routing rule did or did not match, for the desk. */
const tryEnglish = {
  MATCHED: 'Matches',
  PAUSED: 'It is paused',
  BUILDING: 'It is for other buildings',
  LOCATION: 'It is for other locations',
  TYPE: 'It is for other types of amenity',
  CATEGORY: 'It is for other issues',
  RATING: 'The rating is better, or there is none',
  PRIORITY: 'It is for other priorities',
  SOURCE: 'It is for tasks from other sources',
  HOURS: 'It is for other hours',
  NOBODY_ON_SHIFT: 'Nobody it would assign to is on duty',
  SOMEBODY_ON_SHIFT: 'Somebody is on duty',
  TARGET: 'Its assignee is not active',
  PLAN: 'Shifts and on call need the plan ENTERPRISE',
}
type TryTexts = typeof tryEnglish

/** Why a routing rule did not match. */
export type TryCode = Exclude<keyof TryTexts, 'MATCHED'>

const tryGerman: TryTexts = {
  MATCHED: 'Trifft zu',
  PAUSED: 'Sie ist pausiert',
  BUILDING: 'Sie gilt für andere Gebäude',
  LOCATION: 'Sie gilt für andere Bereiche',
  TYPE: 'Sie gilt für andere Arten von Einrichtungen',
  CATEGORY: 'Sie gilt für andere Anliegen',
  RATING: 'Die Bewertung ist besser, oder es gibt keine',
  PRIORITY: 'Sie gilt für andere Prioritäten',
  SOURCE: 'Sie gilt für Aufgaben anderer Herkunft',
  HOURS: 'Sie gilt zu anderen Zeiten',
  NOBODY_ON_SHIFT: 'Niemand, dem sie zuweisen würde, ist im Dienst',
  SOMEBODY_ON_SHIFT: 'Jemand ist im Dienst',
  TARGET: 'Die in ihr genannte Person oder Firma ist nicht aktiv',
  PLAN: 'Schichten und Bereitschaft brauchen den Plan ENTERPRISE',
}

export const tryTexts = { en: tryEnglish, de: tryGerman } as const
