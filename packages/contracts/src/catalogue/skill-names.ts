/** Names of the built-in skills in the languages of the desk. */
import type { Skill } from './amenity-types.ts'

const english: Readonly<Record<Skill, string>> = {
  CLEANING: 'Cleaning',
  FACILITY: 'General repairs',
  PLUMBING: 'Plumbing',
  ELECTRICAL: 'Electrical',
  LIFT: 'Lifts',
  HVAC: 'Heating and air',
  IT: 'IT',
  SECURITY: 'Security',
  CATERING: 'Catering',
  PEST_CONTROL: 'Pest control',
  GROUNDS: 'Grounds',
}

const german: Readonly<Record<Skill, string>> = {
  CLEANING: 'Reinigung',
  FACILITY: 'Haustechnik',
  PLUMBING: 'Sanitär',
  ELECTRICAL: 'Elektrik',
  LIFT: 'Aufzüge',
  HVAC: 'Heizung und Klima',
  IT: 'EDV',
  SECURITY: 'Sicherheit',
  CATERING: 'Verpflegung',
  PEST_CONTROL: 'Schädlingsbekämpfung',
  GROUNDS: 'Außenanlagen',
}

export const skillNames = { en: english, de: german } as const
