import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { builtInType } from '#contracts/catalogue/amenity-types.ts'
import { scoreInspection } from '../score.ts'
import { samples, summaryOfSample, templateOfSample } from './samples.ts'
import type { Pair } from './shape.ts'

const questionsOf = (sample: (typeof samples)[number]) =>
  sample.sections.flatMap(({ questions }) => questions)

describe('The checklists to begin with', () => {
  test('Twelve, in English and German, each with every text in both', () => {
    assert.equal(samples.length, 12)
    assert.equal(new Set(samples.map(({ code }) => code)).size, 12)
    for (const sample of samples) {
      const pairs: Pair[] = [sample.name, sample.description]
      for (const { title, questions } of sample.sections) {
        pairs.push(title)
        for (const { text, help, options } of questions) {
          pairs.push(text, ...(help ? [help] : []))
          for (const [, , en, de] of options) pairs.push([en, de])
        }
      }
      for (const [en, de] of pairs) assert.ok(en && de, `${sample.code}: ${en} | ${de}`)
      assert.equal(summaryOfSample(sample, 'de').name, sample.name[1])
    }
  })

  test('Questions, conditions and bounds fit together', () => {
    for (const sample of samples) {
      const before = new Set<string>()
      for (const { id, showIf, kind, min, max, passFrom, passTo, options, text, help } of questionsOf(
        sample,
      )) {
        assert.ok(!before.has(id), `${sample.code} has ${id} twice`)
        if (showIf) assert.ok(before.has(showIf.questionId), `${sample.code} ${id}: an earlier question`)
        before.add(id)
        if (kind === 'SCALE') assert.ok(min !== null && max !== null && min < max)
        if (kind === 'NUMBER')
          assert.ok(passFrom !== null || passTo !== null, `${sample.code} ${id} has a bound`)
        if (kind === 'CHOICE') assert.ok(options.length >= 2)
        for (const words of text) assert.ok(words.length <= 300)
        for (const words of help ?? []) assert.ok(words.length <= 500)
      }
      for (const { showIf } of questionsOf(sample)) {
        const asked = questionsOf(sample).find(({ id }) => id === showIf?.questionId)
        const codes = asked?.options.map(([code]) => code)
        for (const is of showIf?.is ?? []) assert.ok(!codes?.length || codes.includes(String(is)))
      }
      assert.ok(Buffer.byteLength(JSON.stringify(templateOfSample(sample, 'de'))) <= 65_536)
    }
  })

  test('A category that is offered for a finding is one of each type of the checklist', () => {
    for (const sample of samples)
      for (const { category, id } of questionsOf(sample))
        if (category) {
          const known = sample.types.some((type) =>
            builtInType(type)?.issues.some(({ code }) => code === category),
          )
          assert.ok(known, `${sample.code} ${id}: ${category}`)
        }
  })

  test('A perfect walk scores 100 and passes', () => {
    for (const sample of samples) {
      const best = new Map(
        questionsOf(sample).map(({ id, kind, max, passFrom, passTo, options }) => {
          const value =
            kind === 'YES_NO'
              ? true
              : kind === 'SCALE'
                ? max
                : kind === 'NUMBER'
                  ? (passFrom ?? passTo)
                  : kind === 'CHOICE'
                    ? (options.toSorted((one, other) => other[1] - one[1])[0]?.[0] ?? null)
                    : null
          return [id, { value, na: false }]
        }),
      )
      const { score, passed } = scoreInspection(templateOfSample(sample, 'en'), best)
      assert.deepEqual([sample.code, score, passed], [sample.code, 100, true])
    }
  })
})
