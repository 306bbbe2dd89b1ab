import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reopeningStore } from '../src/reopening-store.ts'

/** A fake store whose connections a test can end. */
const phone = () => {
  const made = {
    opened: 0,
    closed: 0,
    /** connections up to this number have ended */
    endedUpTo: 0,
    isFull: false,
    mayOpen: true,
    open: async () => {
      const mine = ++made.opened
      if (!made.mayOpen) throw new DOMException('no', 'UnknownError')
      return {
        close: () => void made.closed++,
        read: async (): Promise<string> => {
          await undefined
          if (mine <= made.endedUpTo) throw new DOMException('closing', 'InvalidStateError')
          if (made.isFull) throw new DOMException('full', 'QuotaExceededError')
          return `by ${mine}`
        },
      }
    },
  }
  return made
}

test('A store whose connection the phone has ended is opened anew, once for all who ask, as often as it ends', async () => {
  const store = phone()
  const withStore = await reopeningStore(store.open)
  const ask = () => Promise.all([1, 2, 3].map(() => withStore((one) => one.read())))
  assert.deepEqual(await ask(), ['by 1', 'by 1', 'by 1'])
  for (const round of [1, 2]) {
    store.endedUpTo = round
    assert.deepEqual(await ask(), [`by ${round + 1}`, `by ${round + 1}`, `by ${round + 1}`])
    assert.deepEqual([store.opened, store.closed], [round + 1, round])
  }
})

test('Where it cannot be opened now, what was asked for fails, and the next to ask tries again', async () => {
  const store = phone()
  const withStore = await reopeningStore(store.open)
  store.endedUpTo = 1
  store.mayOpen = false
  await assert.rejects(withStore((one) => one.read()))
  await assert.rejects(withStore((one) => one.read()))
  store.mayOpen = true
  assert.match(await withStore((one) => one.read()), /by \d/)
})

test('A store that is full is not opened again for it', async () => {
  const store = phone()
  const withStore = await reopeningStore(store.open)
  store.isFull = true
  await assert.rejects(
    withStore((one) => one.read()),
    { name: 'QuotaExceededError' },
  )
  assert.equal(store.opened, 1)
})
