/** Following the live stream over connections that the test interrupts. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError } from './errors.ts'
import { type FollowSettings, follow } from './follow.ts'
import { type Message, openParser } from './messages.ts'

const event = (id: string): string =>
  `event: task.created\nid: ${id}\ndata: ${JSON.stringify({ id, type: 'task.created' })}\n\n`

/** One answer of the service: it writes `text`, then ends, breaks or stays silent. */
type Line = { readonly text: string; readonly then: 'END' | 'BREAK' | 'SILENCE' } | ApiError

const play = async (lines: readonly Line[], more: Partial<FollowSettings> = {}) => {
  const received: string[] = []
  const asked: (string | undefined)[] = []
  const pauses: number[] = []
  const ending = new AbortController()
  await follow(
    {
      open: async (lastEventId, signal) => {
        asked.push(lastEventId)
        const line = lines[asked.length - 1]
        if (!line) {
          ending.abort()
          throw new Error('Nothing more is played')
        }
        if (line instanceof ApiError) throw line
        const body = new ReadableStream<Uint8Array>({
          start: (controller) => {
            controller.enqueue(new TextEncoder().encode(line.text))
            signal.addEventListener('abort', () => line.then === 'SILENCE' && controller.error(signal.reason))
          },
          // Called only after the written text was read.
          pull: (controller) => {
            if (line.then === 'END') controller.close()
            else if (line.then === 'BREAK') controller.error(new TypeError('network error'))
          },
        })
        return new Response(body)
      },
      onEvent: ({ id }) => received.push(id),
      onReset: () => received.push('RESET'),
      onState: () => undefined,
      pause: async (milliseconds) => void pauses.push(milliseconds),
      silence: 20,
      ...more,
    },
    ending.signal,
  )
  return { received, asked, pauses }
}

const failure = (status: number, retryAfterSeconds?: number): ApiError =>
  new ApiError({ code: 'RATE_LIMITED', status, message: '', retryAfterSeconds })

test('A stream that ends, breaks or falls silent is resumed from the last event, and no event is passed on twice', async () => {
  const { received, asked } = await play([
    { text: `retry: 3000\n\n${event('a')}`, then: 'END' },
    { text: event('a') + event('b'), then: 'BREAK' },
    { text: `:\n\n${event('c')}`, then: 'SILENCE' },
    { text: event('b') + event('c') + event('d'), then: 'END' },
  ])
  assert.deepEqual(received, ['a', 'b', 'c', 'd'])
  assert.deepEqual(asked, [undefined, 'a', 'b', 'c', 'd'])
})

test('Missed events cause a reset: after a reset event, and after a break before the first event', async () => {
  const { received, asked } = await play([
    { text: '', then: 'END' },
    { text: event('a'), then: 'END' },
    { text: 'event: reset\ndata: {}\n\n', then: 'END' },
    { text: event('b'), then: 'END' },
  ])
  assert.deepEqual(received, ['RESET', 'a', 'RESET', 'RESET', 'b'])
  assert.deepEqual(asked, [undefined, undefined, 'a', undefined, 'b'])
})

test('It reconnects soon after an end, with growing pauses after failures, never before Retry-After, and not after a final refusal', async () => {
  const gone = await play([
    { text: '', then: 'END' },
    failure(503),
    failure(503),
    failure(503),
    failure(429, 30),
    { text: 'event: replaced\ndata: {}\n\n', then: 'END' },
    failure(403),
  ])
  assert.equal(gone.asked.length, 7)
  const [end = 0, first = 0, second = 0, third = 0, limited = 0, replaced = 0] = gone.pauses
  assert.ok(end <= 750 && first <= 1500 && second <= 3000 && third <= 6000, gone.pauses.join())
  assert.ok(third >= 2000 && limited >= 30_000 && replaced >= 300_000, gone.pauses.join())
})

test('Messages are parsed in pieces of any size, with every kind of line end', () => {
  const text =
    'event: a\r\nid: 1\r\ndata: one\r\ndata: two\r\n\r\n: beat\n\ndata:three\n\nid: 2\ndata\n\nevent: x\n\n'
  const whole = openParser()(text)
  assert.deepEqual(whole, [
    { event: 'a', id: '1', data: 'one\ntwo' },
    { event: 'message', id: '1', data: 'three' },
    { event: 'message', id: '2', data: '' },
  ])
  const parse = openParser()
  const pieces: Message[] = [...text].flatMap((character) => parse(character))
  assert.deepEqual(pieces, whole)
})

test('Only a refusal by the service itself is final; the same status from a proxy is not', async () => {
  const proxy = (status: number): ApiError => new ApiError({ code: 'BAD_ANSWER', status, message: '' })
  const { received, asked } = await play([
    proxy(400),
    proxy(401),
    proxy(403),
    proxy(404),
    { text: event('a'), then: 'END' },
    new ApiError({ code: 'FORBIDDEN', status: 403, message: '' }),
    { text: event('b'), then: 'END' },
  ])
  assert.deepEqual(received, ['a'])
  assert.equal(asked.length, 6)
})
