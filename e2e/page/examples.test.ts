/** The examples that answer the calls of the desk keep to the contracts. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endpoints } from '#contracts/all.ts'
import { replyFaults } from '#server/platform/gate/validate.ts'
import { exampleOf } from './examples.ts'

test('The example of every answer keeps to its contract', () => {
  for (const { name, data, list, about } of endpoints)
    for (const schema of [data, list, about])
      if (schema) assert.deepEqual(replyFaults(schema, exampleOf(schema, name)), [], name)
})
