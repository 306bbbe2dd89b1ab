/** What the editor of a checklist does with its sections. Pure. */
import type { VisitorLanguage } from '#contracts/kit/vocabulary.ts'
import type {
  Question,
  QuestionInput,
  QuestionKind,
  Section,
  SectionsInput,
  Template,
} from '#contracts/scout/templates.ts'

export type Option = Question['options'][number]
type Sections = readonly Section[]

export interface Draft {
  readonly name: string
  readonly description: string
  readonly types: readonly string[]
  readonly passMark: number
  readonly presence: Template['presence']
  readonly sections: Sections
}

export const draftOf = (template: Template | undefined): Draft => ({
  name: template?.name ?? '',
  description: template?.description ?? '',
  types: template?.types ?? [],
  passMark: template?.passMark ?? 80,
  presence: template?.presence ?? 'OPTIONAL',
  sections: template?.sections ?? [],
})

/** '': the language in which the checklist was written */
export type TextLanguage = VisitorLanguage | ''

type Texts = Partial<Record<VisitorLanguage, string>> | undefined

/** The text as it is stored, so that a field may be empty. */
export const storedText = (own: string, texts: Texts, language: TextLanguage): string =>
  language === '' ? own : (texts?.[language] ?? '')

/** As the phone shows it: the own text where there is no translation. */
export const shownText = (own: string, texts: Texts, language: TextLanguage): string =>
  storedText(own, texts, language) || own

/** An emptied translation is left out. */
export const withTranslation = (
  texts: Texts,
  language: VisitorLanguage,
  text: string,
): NonNullable<Texts> => {
  const { [language]: _before, ...rest } = texts ?? {}
  return text === '' ? rest : { ...rest, [language]: text }
}

export const questionsOf = (sections: Sections): Question[] => sections.flatMap(({ questions }) => questions)

export const newQuestion = (id: string): Question => ({
  id,
  text: '',
  help: null,
  kind: 'YES_NO',
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
})

/** A code that none of the options has. */
export const newOption = (options: readonly Option[], share: number): Option => {
  for (let number = options.length + 1; ; number++) {
    const code = `O${number}`
    if (!options.some((one) => one.code === code)) return { code, text: '', share }
  }
}

/** What the new kind needs is filled in; what it does not use is left out when it is sent. */
export const withKind = (question: Question, kind: QuestionKind): Question => {
  const { min, max, options } = question
  const first = newOption([], 1)
  return {
    ...question,
    kind,
    ...(kind === 'SCALE' ? { min: min ?? 0, max: max ?? 5 } : {}),
    ...(kind === 'CHOICE' && options.length < 2 ? { options: [first, newOption([first], 0)] } : {}),
  }
}

export const withQuestion = (sections: Sections, id: string, part: Partial<Question>): Section[] =>
  sections.map((section) => ({
    ...section,
    questions: section.questions.map((one) => (one.id === id ? { ...one, ...part } : one)),
  }))

/** Questions that were shown only after this one are shown always then. */
export const withoutQuestion = (sections: Sections, id: string): Section[] =>
  sections.map((section) => ({
    ...section,
    questions: section.questions
      .filter((one) => one.id !== id)
      .map((one) => (one.showIf?.questionId === id ? { ...one, showIf: null } : one)),
  }))

export const withoutSection = (sections: Sections, id: string): Section[] => {
  const gone = sections.find((section) => section.id === id)?.questions ?? []
  const rest = gone.reduce<Sections>((left, question) => withoutQuestion(left, question.id), sections)
  return rest.filter((section) => section.id !== id)
}

const swapped = <T>(list: readonly T[], at: number, step: 1 | -1): T[] => {
  const next = [...list]
  const [moved] = next.splice(at, 1)
  if (moved !== undefined) next.splice(Math.max(0, at + step), 0, moved)
  return next
}

export const movedSection = (sections: Sections, id: string, step: 1 | -1): Section[] =>
  swapped(
    sections,
    sections.findIndex((one) => one.id === id),
    step,
  )

/** At the edge of its section a question goes into the next one. */
export const movedQuestion = (sections: Sections, id: string, step: 1 | -1): Section[] => {
  const at = sections.findIndex(({ questions }) => questions.some((one) => one.id === id))
  const own = sections[at]
  if (!own) return [...sections]
  const place = own.questions.findIndex((one) => one.id === id)
  const question = own.questions[place]
  const target = place + step
  if (target >= 0 && target < own.questions.length)
    return sections.map((one) =>
      one === own ? { ...own, questions: swapped(own.questions, place, step) } : one,
    )
  const other = sections[at + step]
  if (!other || !question) return [...sections]
  return sections.map((one) => {
    if (one === own) return { ...own, questions: own.questions.filter(({ id: known }) => known !== id) }
    if (one !== other) return one
    return {
      ...other,
      questions: step === 1 ? [question, ...other.questions] : [...other.questions, question],
    }
  })
}

/** Answers on which a later question may depend. */
export type ConditionValue = boolean | number | string

export const conditionValues = ({ kind, min, max, options }: Question): ConditionValue[] => {
  switch (kind) {
    case 'YES_NO':
      return [true, false]
    case 'SCALE': {
      const first = min ?? 0
      const count = Math.max(0, Math.min(20, (max ?? first) - first + 1))
      return [...Array(count).keys()].map((step) => first + step)
    }
    case 'CHOICE':
      return options.map(({ code }) => code)
    case 'NUMBER':
    case 'TEXT':
    case 'PHOTO':
      return []
    default:
      return kind satisfies never
  }
}

/** Questions above this one that have answers to choose from. */
export const questionsBefore = (sections: Sections, id: string): Question[] => {
  const all = questionsOf(sections)
  const at = all.findIndex((one) => one.id === id)
  return all.slice(0, Math.max(0, at)).filter((one) => conditionValues(one).length > 0)
}

export type Fault = 'TITLE' | 'NONE' | 'TEXT' | 'SCALE' | 'BOUNDS' | 'OPTIONS' | 'LATER'

const faultOfKind = ({ kind, min, max, passFrom, passTo, options }: Question): Fault | undefined => {
  if (kind === 'SCALE' && !(Number.isInteger(min) && Number.isInteger(max) && Number(min) < Number(max)))
    return 'SCALE'
  if (kind === 'NUMBER' && passFrom !== null && passTo !== null && passFrom > passTo) return 'BOUNDS'
  if (kind === 'CHOICE' && (options.length < 2 || options.some(({ text }) => text.trim() === '')))
    return 'OPTIONS'
  return undefined
}

const dependsOnEarlier = ({ showIf }: Question, earlier: readonly Question[]): boolean => {
  if (!showIf) return true
  const one = earlier.find(({ id }) => id === showIf.questionId)
  const values = one ? conditionValues(one) : []
  return showIf.is.length > 0 && showIf.is.every((value) => values.includes(value))
}

/** By the id of a section or question; what the service would refuse. */
export const faultsOf = (sections: Sections): ReadonlyMap<string, Fault> => {
  const faults = new Map<string, Fault>()
  const earlier: Question[] = []
  for (const { id, title, questions } of sections) {
    if (title.trim() === '') faults.set(id, 'TITLE')
    else if (questions.length === 0) faults.set(id, 'NONE')
    for (const question of questions) {
      const fault =
        question.text.trim() === ''
          ? 'TEXT'
          : (faultOfKind(question) ?? (dependsOnEarlier(question, earlier) ? undefined : 'LATER'))
      if (fault) faults.set(question.id, fault)
      earlier.push(question)
    }
  }
  return faults
}

const inputOf = ({
  min,
  max,
  unit,
  passFrom,
  passTo,
  multiple,
  options,
  ...rest
}: Question): QuestionInput => ({
  ...rest,
  text: rest.text.trim(),
  help: rest.help?.trim() || null,
  ...(rest.kind === 'SCALE' ? { min, max } : {}),
  ...(rest.kind === 'NUMBER' ? { unit: unit?.trim() || null, passFrom, passTo } : {}),
  ...(rest.kind === 'CHOICE' ? { multiple, options } : {}),
})

export const sectionsInput = (sections: Sections): SectionsInput =>
  sections.map(({ title, questions, ...rest }) => ({
    ...rest,
    title: title.trim(),
    questions: questions.map(inputOf),
  }))

export const bodyOf = (draft: Draft) => ({
  name: draft.name.trim(),
  description: draft.description.trim(),
  types: [...draft.types],
  passMark: draft.passMark,
  presence: draft.presence,
  sections: sectionsInput(draft.sections),
})
