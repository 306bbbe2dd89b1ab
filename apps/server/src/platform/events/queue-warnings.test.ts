import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import { openQueueWarnings } from './queue-warnings.ts'

const open = () => {
  const lines: { level: number; warning: string }[] = []
  let now = 0
  const log = pino({}, { write: (line) => void lines.push(JSON.parse(line)) })
  return {
    lines,
    warn: openQueueWarnings(log, () => now),
    logged: () => lines.splice(0).map(({ warning }) => warning),
    pass: (minutes: number) => {
      now += minutes * 60_000
    },
  }
}
const backlog = (queue: string, jobs: number) => ({
  message: `Warning: large queue backlog: queue "${queue}" has ${jobs} jobs`,
  data: { values: ['a value that is nobody’s business'] },
})

test('A growing queue is logged every ten minutes, each queue separately', () => {
  const { warn, logged, pass } = open()
  for (let look = 0; look < 30; look++) {
    warn(backlog('event.mails', 12_000 + look))
    warn(backlog('event.alerts', 20_000 + look))
  }
  assert.deepEqual(logged(), [
    backlog('event.mails', 12_000).message,
    backlog('event.alerts', 20_000).message,
  ])
  pass(9)
  warn(backlog('event.mails', 13_000))
  assert.deepEqual(logged(), [])
  pass(1)
  warn(backlog('event.mails', 14_000))
  assert.deepEqual(logged(), [backlog('event.mails', 14_000).message])
})

test('A warning is logged without the values that came with it', () => {
  const { warn, lines } = open()
  warn(backlog('event.mails', 12_000))
  assert.equal(lines[0]?.level, 40)
  assert.doesNotMatch(JSON.stringify(lines), /business/)
})

test('Many different warnings do not fill the log', () => {
  const { warn, logged, pass } = open()
  for (let letters = 'x'; letters.length <= 1000; letters += 'x') warn({ message: letters })
  assert.equal(logged().length, 50)
  pass(10)
  warn({ message: 'another' })
  assert.deepEqual(logged(), ['another'])
})
