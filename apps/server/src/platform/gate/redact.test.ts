import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { endpoints } from '#contracts/all.ts'
import { personal } from '#contracts/kit/personal.ts'
import { redact } from './redact.ts'

const Person = Type.Object({ id: Type.String(), name: personal(Type.String()) })

test('Fields marked as personal in contracts read "hidden", at any depth, and all others are unchanged', () => {
  const schema = Type.Object({
    title: Type.String(),
    by: Type.Union([Person, Type.Null()]),
    notes: Type.Array(Type.Object({ text: personal(Type.String()), at: Type.String() })),
    words: personal(Type.Array(Type.String())),
    names: Type.Record(Type.String(), personal(Type.String())),
  })
  const value = {
    title: 'Tap drips',
    by: { id: '1', name: 'Ada' },
    notes: [{ text: 'Ada said so', at: 'now' }],
    words: ['Ada'],
    names: { de: 'Ada' },
  }
  assert.deepEqual(redact(schema as never, value), {
    title: 'Tap drips',
    by: { id: '1', name: 'hidden' },
    notes: [{ text: 'hidden', at: 'now' }],
    words: [],
    names: { de: 'hidden' },
  })
  assert.deepEqual(redact(schema as never, { ...value, by: null }), {
    title: 'Tap drips',
    by: null,
    notes: [{ text: 'hidden', at: 'now' }],
    words: [],
    names: { de: 'hidden' },
  })
})

test('No answer of a person, a comment or a note leaves without its personal fields hidden', () => {
  const find = (name: string) => endpoints.find((spec) => spec.name === name)
  const member = redact(find('listUsers')?.list as never, { id: '1', name: 'Ada', email: 'ada@example.org' })
  assert.deepEqual(member, { id: '1', name: 'hidden', email: 'hidden' })
  const task = redact(find('getTask')?.data as never, {
    title: 'Tap drips',
    description: 'Ada said so',
    assignee: { kind: 'USER', id: '1', name: 'Ada' },
    feedback: [{ comment: 'Call 0170 1234567', rating: 1 }],
    notes: [{ text: 'Ada is ill', author: { id: '1', name: 'Ada', kind: 'USER' } }],
  })
  assert.doesNotMatch(JSON.stringify(task), /Ada|0170/)
  assert.match(JSON.stringify(task), /Tap drips/)
})
