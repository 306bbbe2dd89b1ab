/** What was answered, and which answers a reviewer looks at first. Pure. */
import type { StoredAnswer } from '#contracts/scout/rounds.ts'
import { shareOf } from '#contracts/scout/score.ts'
import type { Question } from '#contracts/scout/templates.ts'
import type { Words } from '#i18n/texts.ts'
import type en from './messages/en.ts'

interface AnswerWords {
  readonly t: Words<typeof en>
  readonly yes: string
  readonly no: string
  readonly number: (value: number) => string
  readonly list: (parts: readonly string[]) => string
}

/** A question that its version no longer tells is answered as it is stored. */
export const answerText = (
  { value, na, photos }: StoredAnswer,
  question: Question | undefined,
  { t, yes, no, number, list }: AnswerWords,
): string => {
  if (na) return t.na
  if (value === null) return photos.length > 0 ? t.photoOnly : t.noAnswer
  if (typeof value === 'boolean') return value ? yes : no
  if (typeof value === 'number') {
    if (question?.kind === 'SCALE' && question.max !== null)
      return t.ofScale({ value: number(value), max: number(question.max) })
    return question?.unit ? t.withUnit({ value: number(value), unit: question.unit }) : number(value)
  }
  const nameOf = (code: string): string => question?.options.find((one) => one.code === code)?.text ?? code
  return Array.isArray(value) ? list(value.map(nameOf)) : nameOf(String(value))
}

/** Less than half of the points, a note or a photo. */
export const isNoticed = (answer: StoredAnswer, question: Question | undefined): boolean => {
  const share = question ? shareOf(question, answer) : null
  return answer.note !== null || answer.photos.length > 0 || (share !== null && share < 0.5)
}

/** In the order of the questions; answers to unknown questions last. */
export const inOrder = (
  answers: readonly StoredAnswer[],
  questions: readonly Question[],
): readonly (readonly [StoredAnswer, Question | undefined])[] => {
  const place = new Map(questions.map(({ id }, at) => [id, at]))
  const placeOf = ({ questionId }: StoredAnswer): number => place.get(questionId) ?? questions.length
  return [...answers]
    .sort((a, b) => placeOf(a) - placeOf(b))
    .map((answer) => [answer, questions.find(({ id }) => id === answer.questionId)] as const)
}
