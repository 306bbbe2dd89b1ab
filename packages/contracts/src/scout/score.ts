/**
 * Scores an inspection, on the phone while it grows and on the server when it counts: one pure function. A question
 * fails where its answer has a share of 0.
 */

export type AnswerValue = boolean | number | string | readonly string[] | null

/** What the score needs of a question. */
export interface ScoredQuestion {
  readonly id: string
  readonly kind: 'YES_NO' | 'SCALE' | 'NUMBER' | 'CHOICE' | 'TEXT' | 'PHOTO'
  readonly required: boolean
  readonly weight: number
  readonly critical: boolean
  readonly allowNa: boolean
  readonly photo: 'NEVER' | 'OPTIONAL' | 'ON_FAIL' | 'ALWAYS'
  readonly showIf: { readonly questionId: string; readonly is: readonly (boolean | number | string)[] } | null
  readonly min: number | null
  readonly max: number | null
  readonly passFrom: number | null
  readonly passTo: number | null
  readonly multiple: boolean
  readonly options: readonly { readonly code: string; readonly share: number }[]
}

export interface ScoredTemplate {
  readonly passMark: number | null
  readonly sections: readonly {
    readonly id: string
    readonly title: string
    readonly questions: readonly ScoredQuestion[]
  }[]
}

export interface GivenAnswer {
  readonly value: AnswerValue
  readonly na: boolean
}

export type GivenAnswers = ReadonlyMap<string, GivenAnswer>

export interface SectionScore {
  readonly sectionId: string
  readonly title: string
  readonly points: number
  readonly max: number
  readonly score: number | null
}

export interface Score {
  /** 0..100 with one decimal; null where nothing counts */
  readonly score: number | null
  readonly passed: boolean
  readonly parts: readonly SectionScore[]
  readonly criticalFailed: readonly string[]
}

// Sums of decimals may lie a hair below the half that people compute.
const hair = 1e-9
const rounded = (value: number, decimals: number): number => {
  const factor = 10 ** decimals
  return Math.floor(value * factor + 0.5 + hair) / factor
}

const isAnswered = (answer: GivenAnswer | undefined): answer is GivenAnswer =>
  answer !== undefined && !answer.na && answer.value !== null && answer.value !== ''

const matches = (value: AnswerValue, is: readonly (boolean | number | string)[]): boolean =>
  Array.isArray(value) ? value.some((one) => is.includes(one)) : is.some((one) => one === value)

/** Ids of the questions that are shown. A condition on a question that is hidden or not answered hides. */
export const shownQuestions = (template: ScoredTemplate, answers: GivenAnswers): ReadonlySet<string> => {
  const shown = new Set<string>()
  for (const { questions } of template.sections)
    for (const { id, showIf } of questions) {
      if (showIf) {
        const answer = answers.get(showIf.questionId)
        if (!shown.has(showIf.questionId) || !isAnswered(answer) || !matches(answer.value, showIf.is))
          continue
      }
      shown.add(id)
    }
  return shown
}

const shareOfChoice = ({ options }: ScoredQuestion, value: AnswerValue): number => {
  const chosen = (Array.isArray(value) ? value : [value]).map(
    (code) => options.find((option) => option.code === code)?.share ?? 0,
  )
  return chosen.length === 0 ? 0 : chosen.reduce((sum, share) => sum + share, 0) / chosen.length
}

/** 0..1 of the weight; null where the question does not count. */
export const shareOf = (question: ScoredQuestion, answer: GivenAnswer | undefined): number | null => {
  if (!isAnswered(answer)) return null
  const { value } = answer
  switch (question.kind) {
    case 'YES_NO':
      return value === true ? 1 : 0
    case 'SCALE': {
      const [min, max] = [question.min ?? 0, question.max ?? 1]
      return (Number(value) - min) / (max - min)
    }
    case 'NUMBER': {
      const number = Number(value)
      return number >= (question.passFrom ?? -Infinity) && number <= (question.passTo ?? Infinity) ? 1 : 0
    }
    case 'CHOICE':
      return shareOfChoice(question, value)
    case 'TEXT':
    case 'PHOTO':
      return null
    default:
      return question.kind satisfies never
  }
}

const percent = (points: number, max: number): number | null =>
  max === 0 ? null : rounded((100 * points) / max, 1)

export const scoreInspection = (template: ScoredTemplate, answers: GivenAnswers): Score => {
  const shown = shownQuestions(template, answers)
  const criticalFailed: string[] = []
  let [points, max] = [0, 0]
  const parts = template.sections.map(({ id, title, questions }): SectionScore => {
    const sum = { points: 0, max: 0 }
    for (const question of questions) {
      const share = shown.has(question.id) ? shareOf(question, answers.get(question.id)) : null
      if (share === null) continue
      sum.points += question.weight * share
      sum.max += question.weight
      if (question.critical && share === 0) criticalFailed.push(question.id)
    }
    points += sum.points
    max += sum.max
    return {
      sectionId: id,
      title,
      points: rounded(sum.points, 2),
      max: rounded(sum.max, 2),
      score: percent(sum.points, sum.max),
    }
  })
  const score = percent(points, max)
  const passed = criticalFailed.length === 0 && (score === null || score >= (template.passMark ?? 0))
  return { score, passed, parts, criticalFailed }
}

/** Of a round: the mean of its completed stops; passed where one is completed and none failed. */
export const scoreRound = (
  completed: readonly { readonly score: number | null; readonly passed: boolean }[],
): { readonly score: number | null; readonly passed: boolean } => {
  const scores = completed.flatMap(({ score }) => score ?? [])
  return {
    score:
      scores.length === 0 ? null : rounded(scores.reduce((sum, score) => sum + score, 0) / scores.length, 1),
    passed: completed.length > 0 && completed.every(({ passed }) => passed),
  }
}
