import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
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
