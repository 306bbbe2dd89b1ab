import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TaskStatus } from '#contracts/records.ts'
import { kindBesideFinish } from '../src/data/with-pending.ts'
import type { Operation } from '../src/outbox/operation.ts'
import { done, start, tap, world } from './outbox-world.ts'

test('A photo beside the finish shows the damage until the task is done, also after Start; only the finish shows the result', async () => {
  const { outbox } = world()
  const begun = await outbox.add(tap, start)
  const refused: Operation = { ...(await outbox.add(tap, done)), state: 'NEEDS_YOU' }
  const kind = (status: TaskStatus, ...operations: Operation[]) =>
    kindBesideFinish({ id: tap.id, status }, operations)
  assert.equal(kind('OPEN'), 'BEFORE')
  assert.equal(kind('IN_PROGRESS'), 'BEFORE')
  assert.equal(kind('IN_PROGRESS', begun), 'BEFORE')
  assert.equal(kind('DONE'), 'OTHER', 'it confirms nothing, and shows no damage any more')
  assert.equal(kind('IN_PROGRESS', refused), 'AFTER', 'the photo that the refused end lacked')
})
