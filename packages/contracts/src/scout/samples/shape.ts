/** What the checklists to begin with are made of, in English and German. */
import type { IssueCode, TypeCode } from '#contracts/catalogue/amenity-types.ts'
import type { ScoredQuestion } from '../score.ts'

export type SampleLanguage = 'en' | 'de'
/** English, German */
export type Pair = readonly [en: string, de: string]

type SampleChoice = readonly [code: string, share: number, en: string, de: string]

export interface SampleQuestion extends Omit<ScoredQuestion, 'options'> {
  readonly text: Pair
  readonly help: Pair | null
  readonly unit: string | null
  readonly category: IssueCode | null
  readonly options: readonly SampleChoice[]
}

export interface Sample {
  readonly code: string
  readonly name: Pair
  readonly description: Pair
  readonly sector: string
  readonly types: readonly TypeCode[]
  readonly passMark: number
  readonly presence: 'REQUIRED' | 'OPTIONAL'
  readonly sections: readonly {
    readonly id: string
    readonly title: Pair
    readonly questions: readonly SampleQuestion[]
  }[]
}

type More = Partial<Omit<SampleQuestion, 'id' | 'kind' | 'text' | 'options'>>

const question = (
  kind: SampleQuestion['kind'],
  id: string,
  text: Pair,
  more: More & { readonly options?: readonly SampleChoice[] } = {},
): SampleQuestion => ({
  id,
  kind,
  text,
  help: null,
  required: true,
  weight: 1,
  critical: false,
  allowNa: false,
  photo: 'OPTIONAL',
  showIf: null,
  category: null,
  min: null,
  max: null,
  unit: null,
  passFrom: null,
  passTo: null,
  multiple: false,
  options: [],
  ...more,
})

export const yesNo = (id: string, en: string, de: string, more?: More): SampleQuestion =>
  question('YES_NO', id, [en, de], more)

/** A level from 0 to 5, as INSTA 800 has them. */
export const level = (id: string, en: string, de: string, more?: More): SampleQuestion =>
  question('SCALE', id, [en, de], { min: 0, max: 5, ...more })

export const measure = (id: string, unit: string, en: string, de: string, more?: More): SampleQuestion =>
  question('NUMBER', id, [en, de], { unit: unit || null, ...more })

export const choice = (
  id: string,
  en: string,
  de: string,
  options: readonly SampleChoice[],
  more?: More,
): SampleQuestion => question('CHOICE', id, [en, de], { options, ...more })

/** Counts in no score. */
export const remark = (id: string, en: string, de: string, more?: More): SampleQuestion =>
  question('TEXT', id, [en, de], { required: false, weight: 0, photo: 'OPTIONAL', ...more })

/** Counts in no score. */
export const picture = (id: string, en: string, de: string, more?: More): SampleQuestion =>
  question('PHOTO', id, [en, de], { weight: 0, photo: 'ALWAYS', ...more })

export const section = (id: string, en: string, de: string, questions: readonly SampleQuestion[]) => ({
  id,
  title: [en, de] as const,
  questions,
})

/** What the five levels mean, in the words of the people who clean. */
export const levels: Pair = [
  '5: nothing to see even close up. 4: single spots on close look. 3: a few spots, nothing that a user notices. 2: dirt that users notice. 1: clearly dirty. 0: not cleaned.',
  '5: auch aus der Nähe nichts zu sehen. 4: einzelne Stellen bei genauem Hinsehen. 3: wenige Stellen, die Nutzern nicht auffallen. 2: Schmutz, der auffällt. 1: deutlich verschmutzt. 0: nicht gereinigt.',
]
