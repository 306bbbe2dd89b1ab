import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { faultOfValue, missingIn } from './answers.ts'
import { agreementOf } from './kappa.ts'
import {
  type AnswerValue,
  type ScoredQuestion,
  scoreInspection,
  scoreRound,
  shownQuestions,
} from './score.ts'

const question = (
  id: string,
  kind: ScoredQuestion['kind'],
  more: Partial<ScoredQuestion> = {},
): ScoredQuestion => ({
  id,
  kind,
  required: true,
  weight: 1,
  critical: false,
  allowNa: true,
  photo: 'OPTIONAL',
  showIf: null,
  min: null,
  max: null,
  passFrom: null,
  passTo: null,
  multiple: false,
  options: [],
  ...more,
})

const template = (questions: readonly ScoredQuestion[], passMark: number | null = 80) => ({
  passMark,
  sections: [{ id: 'all', title: 'All', questions }],
})

const given = (answers: Record<string, AnswerValue | 'NA'>) =>
  new Map(
    Object.entries(answers).map(([id, value]) => [
      id,
      value === 'NA' ? { value: null, na: true } : { value, na: false },
    ]),
  )

const scoreOf = (questions: readonly ScoredQuestion[], answers: Record<string, AnswerValue | 'NA'>) =>
  scoreInspection(template(questions), given(answers)).score

const options = [
  { code: 'GOOD', share: 1 },
  { code: 'FAIR', share: 0.5 },
  { code: 'BAD', share: 0 },
]

describe('The score of an inspection', () => {
  test('YES_NO gives its weight or 0, SCALE its share between min and max, NUMBER its weight within the bounds', () => {
    const questions = [
      question('yes', 'YES_NO', { weight: 2 }),
      question('scale', 'SCALE', { weight: 3, min: 0, max: 5 }),
      question('number', 'NUMBER', { passFrom: 2, passTo: 7 }),
    ]
    assert.equal(scoreOf(questions, { yes: true, scale: 5, number: 7 }), 100)
    assert.equal(scoreOf(questions, { yes: false, scale: 0, number: 7.1 }), 0)
    assert.equal(scoreOf(questions, { yes: true, scale: 4, number: 1 }), 73.3)
  })

  test('CHOICE gives the share of the option, several the mean', () => {
    assert.equal(scoreOf([question('one', 'CHOICE', { options })], { one: 'FAIR' }), 50)
    const several = [question('several', 'CHOICE', { options, multiple: true })]
    assert.equal(scoreOf(several, { several: ['GOOD', 'BAD', 'FAIR'] }), 50)
  })

  test('TEXT, PHOTO, what does not apply and what a condition hides count in neither sum; null where nothing counts', () => {
    const questions = [
      question('has', 'YES_NO'),
      question('depth', 'NUMBER', { weight: 9, passFrom: 30, showIf: { questionId: 'has', is: [true] } }),
      question('deeper', 'YES_NO', { weight: 9, showIf: { questionId: 'depth', is: [10] } }),
      question('text', 'TEXT', { weight: 9 }),
      question('photo', 'PHOTO', { weight: 9 }),
    ]
    assert.equal(scoreOf(questions, { has: false, depth: 10, deeper: true, text: 'x' }), 0)
    assert.equal(scoreOf(questions, { has: 'NA', depth: 10 }), null)
    assert.equal(scoreOf(questions, { has: true, depth: 10, deeper: true }), 52.6)
    assert.deepEqual(
      [...shownQuestions(template(questions), given({ has: false, depth: 10 }))],
      ['has', 'text', 'photo'],
    )
  })

  test('The score has one decimal, half up', () => {
    const third = [question('a', 'YES_NO'), question('b', 'YES_NO', { weight: 2 })]
    assert.equal(scoreOf(third, { a: true, b: false }), 33.3)
    const halves = [question('a', 'YES_NO', { weight: 0.7 }), question('b', 'YES_NO', { weight: 99.3 })]
    assert.equal(scoreOf(halves, { a: true, b: false }), 0.7)
    const eighth = [question('a', 'YES_NO', { weight: 1 }), question('b', 'YES_NO', { weight: 15 })]
    assert.equal(scoreOf(eighth, { a: true, b: false }), 6.3)
  })

  test('It is passed at the pass mark, unless a critical question got 0 points, even one without weight', () => {
    const questions = [
      question('main', 'YES_NO', { weight: 4 }),
      question('small', 'YES_NO'),
      question('vital', 'YES_NO', { critical: true, weight: 0 }),
    ]
    const judge = (answers: Record<string, AnswerValue>, passMark: number | null = 80) =>
      scoreInspection(template(questions, passMark), given(answers))
    assert.equal(judge({ main: true, small: false, vital: true }).passed, true)
    assert.equal(judge({ main: true, small: false, vital: true }, 80.1).passed, false)
    assert.equal(judge({ main: false, small: false, vital: true }, null).passed, true)
    const failed = judge({ main: true, small: true, vital: false })
    assert.deepEqual([failed.score, failed.passed, failed.criticalFailed], [100, false, ['vital']])
  })

  test('Each section has its points; of a round the mean of its completed stops counts', () => {
    const { parts } = scoreInspection(
      {
        passMark: 80,
        sections: [
          { id: 'a', title: 'A', questions: [question('scale', 'SCALE', { weight: 2, min: 1, max: 4 })] },
          { id: 'b', title: 'B', questions: [question('text', 'TEXT')] },
        ],
      },
      given({ scale: 2, text: 'x' }),
    )
    assert.deepEqual(parts, [
      { sectionId: 'a', title: 'A', points: 0.67, max: 2, score: 33.3 },
      { sectionId: 'b', title: 'B', points: 0, max: 0, score: null },
    ])
    assert.deepEqual(
      scoreRound([
        { score: 90, passed: true },
        { score: 75.5, passed: true },
      ]),
      {
        score: 82.8,
        passed: true,
      },
    )
    assert.deepEqual(
      scoreRound([
        { score: 90, passed: true },
        { score: null, passed: false },
      ]),
      {
        score: 90,
        passed: false,
      },
    )
    assert.deepEqual(scoreRound([]), { score: null, passed: false })
  })
})

describe('What an answer may be', () => {
  test('A value of another type, outside its scale or of no option is refused', () => {
    const scale = question('scale', 'SCALE', { min: 0, max: 5 })
    const several = question('several', 'CHOICE', { options, multiple: true })
    const faults: [ScoredQuestion, AnswerValue][] = [
      [question('yes', 'YES_NO'), 'true'],
      [scale, 6],
      [scale, 2.5],
      [question('number', 'NUMBER'), '3'],
      [question('one', 'CHOICE', { options }), 'OTHER'],
      [question('one', 'CHOICE', { options }), ['GOOD']],
      [several, ['GOOD', 'GOOD']],
      [question('text', 'TEXT'), 'x'.repeat(2001)],
      [question('photo', 'PHOTO'), true],
    ]
    for (const [asked, value] of faults) assert.ok(faultOfValue(asked, value), `${asked.kind} ${value}`)
    assert.equal(faultOfValue(several, ['GOOD', 'BAD']), undefined)
    assert.equal(faultOfValue(scale, null), undefined, 'an answer may be taken back')
  })

  test('Mandatory answers and photos that lack are named; what is hidden or does not apply is not mandatory', () => {
    const questions = [
      question('yes', 'YES_NO', { photo: 'ON_FAIL' }),
      question('hidden', 'YES_NO', { showIf: { questionId: 'yes', is: [true] } }),
      question('na', 'YES_NO', { photo: 'ALWAYS' }),
      question('always', 'YES_NO', { photo: 'ALWAYS' }),
      question('picture', 'PHOTO'),
      question('free', 'TEXT', { required: false }),
      question('several', 'CHOICE', { options, multiple: true }),
    ]
    const answers = given({ yes: false, na: 'NA', always: true, several: [] })
    assert.deepEqual(missingIn(template(questions), answers, new Map()), [
      { questionId: 'yes', what: 'PHOTO' },
      { questionId: 'always', what: 'PHOTO' },
      { questionId: 'picture', what: 'PHOTO' },
      { questionId: 'several', what: 'ANSWER' },
    ])
    const photos = new Map(['yes', 'always', 'picture'].map((id) => [id, 1]))
    assert.deepEqual(
      missingIn(template(questions), given({ yes: false, na: 'NA', always: true, several: ['BAD'] }), photos),
      [],
    )
  })
})

describe('Agreement of two scouts', () => {
  test("Cohen's κ with its interval; nothing below 20 pairs, and nothing where chance explains all", () => {
    const judged = { bothPassed: 20, bothFailed: 10, onlyMinePassed: 5, onlyTheirsPassed: 5 }
    assert.deepEqual(agreementOf(judged), { kappa: 0.467, low: 0.18, high: 0.753, n: 40 })
    assert.equal(agreementOf({ ...judged, bothPassed: 0, bothFailed: 9 }), null)
    assert.equal(agreementOf({ bothPassed: 40, bothFailed: 0, onlyMinePassed: 0, onlyTheirsPassed: 0 }), null)
  })
})
