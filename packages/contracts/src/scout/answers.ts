/** What an answer may be, and what an inspection lacks; on the phone as on the server. */
import {
  type AnswerValue,
  type GivenAnswers,
  type ScoredQuestion,
  type ScoredTemplate,
  shareOf,
  shownQuestions,
} from './score.ts'

export const maxAnswerText = 2000

/** What is wrong with a value; undefined where it is right or no value. */
export const faultOfValue = (question: ScoredQuestion, value: AnswerValue): string | undefined => {
  if (value === null) return undefined
  switch (question.kind) {
    case 'YES_NO':
      return typeof value === 'boolean' ? undefined : 'must be true or false'
    case 'SCALE': {
      const [min, max] = [question.min ?? 0, question.max ?? 1]
      return Number.isInteger(value) && Number(value) >= min && Number(value) <= max
        ? undefined
        : `must be a whole number from ${min} to ${max}`
    }
    case 'NUMBER':
      return typeof value === 'number' && Number.isFinite(value) ? undefined : 'must be a number'
    case 'CHOICE':
      return faultOfChoice(question, value)
    case 'TEXT':
      return typeof value === 'string' && [...value].length <= maxAnswerText
        ? undefined
        : `must be a text of at most ${maxAnswerText} characters`
    case 'PHOTO':
      return 'must be left out: this question is answered by photos'
    default:
      return question.kind satisfies never
  }
}

const faultOfChoice = ({ multiple, options }: ScoredQuestion, value: AnswerValue): string | undefined => {
  const chosen = multiple && Array.isArray(value) ? value : [value]
  const codes = new Set(options.map(({ code }) => code))
  const isRight =
    chosen.every((code) => typeof code === 'string' && codes.has(code)) &&
    new Set(chosen).size === chosen.length
  if (isRight) return undefined
  return multiple ? 'must be a list of the codes of options' : 'must be the code of an option'
}

export interface Missing {
  readonly questionId: string
  readonly what: 'ANSWER' | 'PHOTO'
}

/**
 * What lacks before an inspection is complete, in the order of the questions.
 * @param photos how many each question has
 */
export const missingIn = (
  template: ScoredTemplate,
  answers: GivenAnswers,
  photos: ReadonlyMap<string, number>,
): Missing[] => {
  const shown = shownQuestions(template, answers)
  return template.sections.flatMap(({ questions }) =>
    questions.flatMap((question): Missing[] => {
      const { id, kind, required, photo } = question
      if (!shown.has(id)) return []
      const answer = answers.get(id)
      if (answer?.na) return []
      const hasPhoto = (photos.get(id) ?? 0) > 0
      if (kind === 'PHOTO') return required && !hasPhoto ? [{ questionId: id, what: 'PHOTO' }] : []
      const value = answer?.value ?? null
      const isEmpty = value === null || value === '' || (Array.isArray(value) && value.length === 0)
      if (isEmpty) return required ? [{ questionId: id, what: 'ANSWER' }] : []
      const needsPhoto = photo === 'ALWAYS' || (photo === 'ON_FAIL' && shareOf(question, answer) === 0)
      return needsPhoto && !hasPhoto ? [{ questionId: id, what: 'PHOTO' }] : []
    }),
  )
}
