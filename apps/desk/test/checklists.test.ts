import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { StoredAnswer } from '#contracts/scout/rounds.ts'
import type { Question, Section } from '#contracts/scout/templates.ts'
import {
  faultsOf,
  movedQuestion,
  movedSection,
  newQuestion,
  questionsBefore,
  sectionsInput,
  withKind,
  withoutQuestion,
  withoutSection,
  withTranslation,
} from '../src/scout/checklists/draft.ts'
import { inOrder, isNoticed } from '../src/scout/rounds/answer-text.ts'

const asked = (id: string, part: Partial<Question> = {}): Question => ({
  ...newQuestion(id),
  text: id,
  ...part,
})
const after = (questionId: string, ...is: (boolean | string)[]) => ({ showIf: { questionId, is } })
const section = (id: string, ...questions: Question[]): Section => ({ id, title: id, questions })
const idsOf = (sections: readonly Section[]) =>
  sections.map(({ id, questions }) => [id, ...questions.map((one) => one.id)].join(' '))

const list = [section('a', asked('one'), asked('two', after('one', true))), section('b', asked('three'))]

describe('The editor of a checklist', () => {
  test('a question moves within its section, and at its edge into the next one', () => {
    assert.deepEqual(idsOf(movedQuestion(list, 'two', -1)), ['a two one', 'b three'])
    assert.deepEqual(idsOf(movedQuestion(list, 'two', 1)), ['a one', 'b two three'])
    assert.deepEqual(idsOf(movedQuestion(list, 'three', -1)), ['a one two three', 'b'])
    assert.deepEqual(idsOf(movedQuestion(list, 'one', -1)), ['a one two', 'b three'])
    assert.deepEqual(idsOf(movedSection(list, 'b', -1)), ['b three', 'a one two'])
  })

  test('a question that depended on a removed one is shown always', () => {
    assert.equal(withoutQuestion(list, 'one')[0]?.questions[0]?.showIf, null)
    const across = [section('a', asked('one')), section('b', asked('two', after('one', true)))]
    assert.equal(withoutSection(across, 'a')[0]?.questions[0]?.showIf, null)
  })

  test('what the service would refuse is marked at its question or section', () => {
    const scale = asked('scale', { kind: 'SCALE', min: 3, max: 3 })
    const number = asked('number', { kind: 'NUMBER', passFrom: 5, passTo: 2 })
    const choice = withKind(asked('choice'), 'CHOICE')
    const early = asked('early', after('late', true))
    const none = asked('none', after('late'))
    const found = faultsOf([
      section('', asked('x')),
      section('all', asked('empty', { text: ' ' }), scale, number, choice, early, asked('late'), none),
      section('bare'),
    ])
    assert.deepEqual(Object.fromEntries(found), {
      '': 'TITLE',
      empty: 'TEXT',
      scale: 'SCALE',
      number: 'BOUNDS',
      choice: 'OPTIONS',
      early: 'LATER',
      none: 'LATER',
      bare: 'NONE',
    })
    assert.equal(faultsOf(list).size, 0)
  })

  test('a condition names an earlier question whose answers can be chosen from', () => {
    const sections = [
      section('a', asked('yes'), asked('text', { kind: 'TEXT' }), asked('last')),
      ...list.slice(1),
    ]
    assert.deepEqual(
      questionsBefore(sections, 'last').map(({ id }) => id),
      ['yes'],
    )
  })

  test('only what its kind uses is sent, and an emptied translation is left out', () => {
    const scaled = withKind(asked('one', { text: ' One ' }), 'SCALE')
    const [sent] = sectionsInput([section('a', withKind(scaled, 'YES_NO'))])[0]?.questions ?? []
    assert.equal(sent?.text, 'One')
    assert.ok(sent && !('min' in sent) && !('options' in sent))
    assert.deepEqual(withTranslation({ de: 'Eins', fr: 'Un' }, 'de', ''), { fr: 'Un' })
  })
})

describe('What a reviewer reads', () => {
  const given = (questionId: string, part: Partial<StoredAnswer> = {}): StoredAnswer => ({
    ...{ questionId, value: true, na: false, note: null, photos: [] },
    ...{ at: '2026-11-20T12:00:00.000Z', version: 1 },
    ...part,
  })

  test('answers come in the order of the questions, those to unknown questions last', () => {
    const found = inOrder([given('gone'), given('two'), given('one')], list[0]?.questions ?? [])
    assert.deepEqual(
      found.map(([{ questionId }, question]) => [questionId, question?.id]),
      [
        ['one', 'one'],
        ['two', 'two'],
        ['gone', undefined],
      ],
    )
  })

  test('less than half of the points or a note is worth a look', () => {
    const scale = asked('scale', { kind: 'SCALE', min: 0, max: 5 })
    assert.equal(isNoticed(given('scale', { value: 2 }), scale), true)
    assert.equal(isNoticed(given('scale', { value: 3 }), scale), false)
    assert.equal(isNoticed(given('scale', { value: 0, na: true }), scale), false)
    assert.equal(isNoticed(given('scale', { value: 5, note: 'New tap' }), scale), true)
  })
})
