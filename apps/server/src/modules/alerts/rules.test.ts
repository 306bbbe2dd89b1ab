import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { defaultAlertRules } from '#server/modules/alerts/rules/default-rules.ts'
import {
  decide,
  hasReached,
  isOverused,
  type ReportFacts,
  type Rule,
  reporterRules,
  usageRules,
} from './rules.ts'

const everywhere = {}
const defaults: readonly Rule[] = defaultAlertRules.map((rule) => ({
  ...rule,
  id: rule.builtIn,
  enabled: true,
  scope: everywhere,
  windowMinutes: null,
}))
const place = { buildingId: 'b1', locationIds: [], type: 'WASHROOM' }
const report = (rating: number | null, ...codes: string[]): ReportFacts => ({
  ...place,
  rating,
  issues: codes.map((code) => ({ code, safety: code === 'PERSON_TRAPPED' })),
})
const problems = (rules: readonly Rule[], facts: ReportFacts) =>
  decide(rules, facts).problems.map(({ category, ruleId }) => `${category} by ${ruleId}`)

test('A rule for any issue opens one problem for each named category', () => {
  assert.deepEqual(problems(defaults, report(5, 'NO_PAPER', 'NO_SOAP')), [
    'NO_PAPER by issue',
    'NO_SOAP by issue',
  ])
})

test('A rating of 1 or 2 without an issue opens one problem, a better one none', () => {
  for (const rating of [1, 2]) assert.deepEqual(problems(defaults, report(rating)), ['OTHER by rating'])
  for (const rating of [3, 4, 5]) assert.deepEqual(problems(defaults, report(rating)), [])
  assert.deepEqual(problems(defaults, report(1, 'LEAK')), ['LEAK by issue'])
})

test('A safety category is URGENT, and people are notified at once', () => {
  const {
    problems: [trapped, dirty],
  } = decide(defaults, report(null, 'PERSON_TRAPPED', 'NOT_CLEAN'))
  assert.deepEqual(
    [trapped?.ruleId, trapped?.priority, trapped?.notify],
    ['safety', 'URGENT', ['TECHNICIAN', 'MANAGER']],
  )
  assert.deepEqual([dirty?.ruleId, dirty?.priority, dirty?.notify], ['issue', null, []])
})

test('A disabled rule and a rule with another scope decide nothing', () => {
  const off = defaults.map((rule) => ({ ...rule, enabled: false }))
  assert.deepEqual(decide(off, report(1, 'LEAK')), { problems: [], notices: [] })
  for (const scope of [{ buildingIds: ['b2'] }, { types: ['GYM'] }, { categories: ['NO_SOAP'] }]) {
    const elsewhere = defaults.map((rule) => ({ ...rule, scope: { ...everywhere, ...scope } }))
    assert.deepEqual(problems(elsewhere, report(1, 'LEAK')), [])
  }
})

test('All matching rules that only notify do so, besides the one that opens the task', () => {
  const notice: Rule = {
    ...(defaults[1] as Rule),
    id: 'notice',
    action: { kind: 'NOTICE', priority: null, category: null, notify: ['MANAGER'] },
  }
  const decision = decide([notice, ...defaults], report(null, 'LEAK', 'NO_SOAP'))
  assert.deepEqual(
    decision.notices.map(({ ruleId, category }) => `${category} by ${ruleId}`),
    ['LEAK by notice', 'NO_SOAP by notice'],
  )
  assert.equal(decision.problems.length, 2)
})

test('A threshold is reached once, by the report that raises the count to it', () => {
  const [rule] = reporterRules(defaults, place, 'LEAK')
  assert.ok(rule)
  const reached = Array.from({ length: 10 }, (_, before) => hasReached(rule, before, before + 1))
  assert.deepEqual(reached.map((yes, index) => (yes ? index + 1 : 0)).filter(Boolean), [3])
  assert.equal(hasReached(rule, 3, 3), false)
})

test('Fifty uses are allowed, the fifty-first opens a cleaning task', () => {
  const [rule] = usageRules(defaults, place)
  assert.ok(rule)
  assert.equal(isOverused(rule, 50), false)
  assert.equal(isOverused(rule, 51), true)
})

const codes = fc.uniqueArray(fc.constantFrom('LEAK', 'NO_SOAP', 'PERSON_TRAPPED', 'NOT_CLEAN'), {
  maxLength: 4,
})
const rating = fc.option(fc.integer({ min: 1, max: 5 }))

test('The order in which a visitor names issues does not matter', () => {
  fc.assert(
    fc.property(rating, codes, (stars, named) => {
      const sorted = (list: string[]): string[] => list.sort()
      assert.deepEqual(
        sorted(problems(defaults, report(stars, ...named))),
        sorted(problems(defaults, report(stars, ...[...named].reverse()))),
      )
    }),
  )
})

test('The order of rules for different categories does not matter, and each category has one problem', () => {
  const ruleFor = (category: string): Rule => ({
    ...(defaults[1] as Rule),
    id: category,
    scope: { ...everywhere, categories: [category] },
  })
  const rules = ['LEAK', 'NO_SOAP', 'PERSON_TRAPPED', 'NOT_CLEAN'].map(ruleFor)
  fc.assert(
    fc.property(fc.shuffledSubarray(rules, { minLength: 4 }), codes, (shuffled, named) => {
      const found = problems(shuffled, report(null, ...named))
      assert.deepEqual(found.sort(), named.map((code) => `${code} by ${code}`).sort())
    }),
  )
})
