import assert from 'node:assert/strict'
import { test } from 'node:test'
import { visitorLanguages } from '#contracts/kit/vocabulary.ts'
import { operationalStates, reportStates } from '#contracts/records.ts'
import {
  builtInType,
  builtInTypes,
  type IssueCode,
  isIssueCode,
  issueDefaults,
  isTypeCode,
  statusItemCodes,
  typeCodes,
} from './amenity-types.ts'
import { catalogueNames, issueName, stateName, typeName } from './names.ts'

/** Copied from the specification's list of issue categories. */
const promised: Record<string, string> = {
  WASHROOM:
    'NO_PAPER, NO_SOAP, NO_TOWELS, NOT_CLEAN, BAD_SMELL, WET_FLOOR, BLOCKED_TOILET, LEAK, BIN_FULL, BROKEN_FIXTURE, NO_HOT_WATER, LIGHT_OUT, NOT_ACCESSIBLE',
  ELEVATOR:
    'OUT_OF_SERVICE, PERSON_TRAPPED, DOOR_FAULT, BUTTON_FAULT, STRANGE_NOISE, UNEVEN_STOP, NOT_CLEAN, LIGHT_OUT',
  MEETING_ROOM:
    'SCREEN_FAULT, VIDEO_CALL_FAULT, CABLE_MISSING, TOO_HOT, TOO_COLD, STALE_AIR, NOT_CLEAN, CHAIRS_MISSING, BOOKED_BUT_EMPTY, NOISE, LIGHT_FAULT',
  KITCHEN:
    'MACHINE_FAULT, NO_COFFEE, NO_MILK, NO_CUPS, NOT_CLEAN, DISHWASHER_FULL, FRIDGE_PROBLEM, BIN_FULL, LEAK, PESTS',
  COFFEE_POINT:
    'MACHINE_FAULT, NO_COFFEE, NO_MILK, NO_CUPS, NOT_CLEAN, DISHWASHER_FULL, FRIDGE_PROBLEM, BIN_FULL, LEAK, PESTS',
  PARKING:
    'BARRIER_FAULT, PAY_MACHINE_FAULT, CHARGER_FAULT, BAY_BLOCKED, LIGHT_OUT, SPILL, FLOODING, FEELS_UNSAFE',
  GYM: 'EQUIPMENT_FAULT, NOT_CLEAN, NO_WIPES, SHOWER_FAULT, LOCKER_FAULT, WET_FLOOR, TOO_HOT, WATER_EMPTY',
  ENTRANCE: 'DOOR_FAULT, CARD_READER_FAULT, WET_FLOOR, RAMP_BLOCKED, LITTER',
  WORKSPACE: 'TOO_HOT, TOO_COLD, NOISE, DESK_FAULT, POWER_FAULT, NETWORK',
  OUTDOOR: 'LITTER, ICE, PAVING_BROKEN, LIGHT_OUT, VANDALISM',
}

test('Each built-in type has the issues of the product list, and OTHER last', () => {
  assert.deepEqual(
    builtInTypes.map(({ code }) => code),
    typeCodes,
  )
  for (const { code, issues } of builtInTypes) {
    const expected = promised[code]?.split(', ') ?? []
    assert.deepEqual(
      issues.map((issue) => issue.code),
      [...expected, 'OTHER'],
      code,
    )
  }
})

test('Every issue belongs to a type, and each type begins with the status item GENERAL', () => {
  const used = new Set(builtInTypes.flatMap(({ issues }) => issues.map(({ code }) => code)))
  assert.deepEqual([...used].sort(), Object.keys(issueDefaults).sort())
  const items = new Set(builtInTypes.flatMap(({ statusItems }) => statusItems))
  assert.deepEqual([...items].sort(), [...statusItemCodes].sort())
  for (const { code, statusItems } of builtInTypes) {
    assert.equal(statusItems[0], 'GENERAL', code)
    assert.equal(new Set(statusItems).size, statusItems.length, code)
  }
})

test('A person trapped is a safety issue, and every safety issue is URGENT', () => {
  const all = builtInTypes.flatMap(({ issues }) => issues)
  assert.ok(all.some(({ code, safety }) => code === 'PERSON_TRAPPED' && safety))
  for (const { code, safety, priority } of all) assert.equal(safety, priority === 'URGENT', code)
})

test('A lift door needs a lift engineer, another door does not', () => {
  const skillOf = (type: string, issue: IssueCode) =>
    builtInType(type)?.issues.find(({ code }) => code === issue)?.skill
  assert.equal(skillOf('ELEVATOR', 'DOOR_FAULT'), 'LIFT')
  assert.equal(skillOf('ENTRANCE', 'DOOR_FAULT'), 'FACILITY')
})

test('Every language names every type, issue, status item and state', () => {
  assert.deepEqual(Object.keys(catalogueNames), [...visitorLanguages])
  const codes = {
    types: typeCodes,
    issues: Object.keys(issueDefaults),
    statusItems: statusItemCodes,
    states: operationalStates,
    reports: reportStates,
  }
  for (const language of visitorLanguages) {
    for (const [group, names] of Object.entries(catalogueNames[language])) {
      const expected = codes[group as keyof typeof codes]
      assert.deepEqual(Object.keys(names).sort(), [...expected].sort(), `${language} ${group}`)
    }
  }
})

test('No name is empty, longer than 40 characters, untrimmed, or the same as another of its group', () => {
  for (const language of visitorLanguages) {
    for (const [group, names] of Object.entries<Record<string, string>>({ ...catalogueNames[language] })) {
      const values = Object.values(names)
      for (const [code, name] of Object.entries(names)) {
        const at = `${language} ${group} ${code}`
        assert.ok(name.length > 0 && [...name].length <= 40, at)
        assert.equal(name, name.normalize('NFC').trim(), at)
        assert.doesNotMatch(name, /[!！\p{Cc}\p{Bidi_Control}]/u, at)
      }
      assert.equal(new Set(values).size, values.length, `${language} ${group}`)
    }
  }
})

test('No language uses the sentence of another for an issue', () => {
  for (const language of visitorLanguages.filter((each) => each !== 'en')) {
    for (const code of Object.keys(issueDefaults).filter(isIssueCode)) {
      assert.notEqual(issueName(code, language), issueName(code, 'en'), `${language} ${code}`)
    }
  }
})

test('Names are what people say', () => {
  assert.equal(issueName('NO_PAPER', 'en'), 'No paper')
  assert.equal(issueName('NO_PAPER', 'de'), 'Kein Papier')
  assert.equal(typeName('ELEVATOR', 'fr'), 'Ascenseur')
  assert.equal(stateName('OUT_OF_ORDER', 'ja'), '使用不可')
})

test("A tenant's own code has no built-in name, and inherited object properties are no codes", () => {
  assert.equal(issueName('SAUNA_COLD', 'en'), undefined)
  assert.equal(issueName('constructor', 'en'), undefined)
  assert.equal(typeName('toString', 'de'), undefined)
  assert.equal(isIssueCode('hasOwnProperty'), false)
  assert.equal(isTypeCode('SAUNA'), false)
  assert.equal(builtInType('__proto__'), undefined)
})
