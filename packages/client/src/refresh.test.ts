import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { afterEach, test } from 'node:test'
import { getTask } from '#contracts/tasks.ts'
import {
  ana,
  client,
  closeServices,
  id,
  memoryStorage,
  refuse,
  rejectsWith,
  reply,
  serve,
  signedIn,
} from '../test/service.ts'
import type { ClientSettings } from './client.ts'
import { createSessionStore, type Session, sessionOf } from './session.ts'

afterEach(closeServices)

test('ten calls with an expired access token refresh once and all succeed', async () => {
  const { baseUrl, seen } = await serve((request, response) => {
    if (request.url === '/api/auth/refresh') {
      setTimeout(
        () =>
          reply(response, 200, {
            success: true,
            data: { accessToken: 'access-2', refreshToken: 'refresh-2' },
          }),
        20,
      )
    } else if (request.headers.authorization === 'Bearer access-2')
      reply(response, 200, { success: true, data: { id } })
    else refuse(response, 401, 'UNAUTHORIZED')
  })
  const tokens = signedIn()
  const { call } = client(baseUrl, tokens)
  const answers = await Promise.all(Array.from({ length: 10 }, () => call(getTask, { params: { id } })))
  assert.equal(answers.length, 10)
  assert.equal(seen.filter(({ url }) => url === '/api/auth/refresh').length, 1)
  assert.equal(tokens.read()?.refreshToken, 'refresh-2')
  assert.equal(tokens.read()?.user.name, 'Ana')
})

test('an ended session is cleared and reported once; the call fails with UNAUTHORIZED without a loop', async () => {
  const { baseUrl, seen } = await serve((_, response) => refuse(response, 401, 'UNAUTHORIZED'))
  const tokens = signedIn()
  let ended = 0
  const { call } = client(baseUrl, tokens, { onSessionEnded: () => ended++ })
  await Promise.all(
    [1, 2, 3].map(() =>
      rejectsWith(call(getTask, { params: { id } }), ({ code }) => assert.equal(code, 'UNAUTHORIZED')),
    ),
  )
  assert.equal(tokens.read(), undefined)
  assert.equal(ended, 1)
  assert.equal(seen.filter(({ url }) => url === '/api/auth/refresh').length, 1)
})

test('a new token that is refused too is not refreshed again', async () => {
  const { baseUrl, seen } = await serve((request, response) => {
    if (request.url === '/api/auth/refresh')
      reply(response, 200, { success: true, data: { accessToken: 'a2', refreshToken: 'r2' } })
    else refuse(response, 401, 'UNAUTHORIZED')
  })
  await rejectsWith(client(baseUrl).call(getTask, { params: { id } }), ({ code }) =>
    assert.equal(code, 'UNAUTHORIZED'),
  )
  assert.equal(seen.length, 3)
})

test('if the refresh cannot be reached, the session stays', async () => {
  const { baseUrl } = await serve((request, response) => {
    if (request.url === '/api/auth/refresh') response.destroy()
    else refuse(response, 401, 'UNAUTHORIZED')
  })
  const tokens = signedIn()
  await rejectsWith(client(baseUrl, tokens).call(getTask, { params: { id } }), ({ code }) =>
    assert.equal(code, 'NETWORK'),
  )
  assert.equal(tokens.read()?.refreshToken, 'refresh-1')
})

test('a proxy’s page in place of a refusal ends no session', async () => {
  for (const status of [400, 401]) {
    const { baseUrl } = await serve((request, response) => {
      if (request.url !== '/api/auth/refresh') return refuse(response, 401, 'UNAUTHORIZED')
      response.writeHead(status, { 'content-type': 'text/html' })
      response.end('<title>Sign in to the network</title>')
    })
    const tokens = signedIn()
    await rejectsWith(client(baseUrl, tokens).call(getTask, { params: { id } }), ({ code }) =>
      assert.equal(code, 'BAD_ANSWER'),
    )
    assert.equal(tokens.read()?.refreshToken, 'refresh-1')
  }
})

/** A clock and waits that the test controls. */
const controlledTime = (): {
  waits: number[]
  settings: Partial<ClientSettings>
  pass: (milliseconds: number) => void
} => {
  let now = 1_000_000
  const waits: number[] = []
  return {
    waits,
    pass: (milliseconds) => {
      now += milliseconds
    },
    settings: {
      now: () => now,
      pause: async (milliseconds) => {
        waits.push(milliseconds)
        now += milliseconds
      },
    },
  }
}

const pair = (response: ServerResponse, accessToken: string, refreshToken: string): void =>
  reply(response, 200, { success: true, data: { accessToken, refreshToken } })

/** `answers` answer the refresh requests in turn; every other request succeeds with the token `access-2`. */
const refreshing = (answers: ((response: ServerResponse) => void)[]) =>
  serve((request, response) => {
    if (request.url === '/api/auth/refresh') answers.shift()?.(response)
    else if (request.headers.authorization === 'Bearer access-2')
      reply(response, 200, { success: true, data: { id } })
    else refuse(response, 401, 'UNAUTHORIZED')
  })

const unauthorized = (response: ServerResponse): void => refuse(response, 401, 'UNAUTHORIZED')

test('after a refresh without an answer the client waits eleven seconds and retries before it ends the session', async () => {
  const { waits, settings, pass } = controlledTime()
  const { baseUrl } = await refreshing([
    (response) => {
      pass(15_000)
      response.destroy()
    },
    unauthorized,
    (response) => pair(response, 'access-2', 'refresh-2'),
  ])
  const tokens = signedIn()
  await rejectsWith(client(baseUrl, tokens, settings).call(getTask, { params: { id } }), ({ code }) =>
    assert.equal(code, 'NETWORK'),
  )
  pass(3000)
  // Another page of the same browser shares the note that a refresh was sent.
  const reopened = client(baseUrl, tokens, settings)
  assert.equal((await reopened.call(getTask, { params: { id } })).id, id)
  assert.deepEqual(waits, [8000])
  assert.deepEqual(tokens.read(), { ...ana, accessToken: 'access-2', refreshToken: 'refresh-2' })
})

test('a clock that was set back does not lengthen the wait beyond eleven seconds', async () => {
  const { waits, settings, pass } = controlledTime()
  const { baseUrl } = await refreshing([(response) => response.destroy(), unauthorized, unauthorized])
  const tokens = signedIn()
  const { call } = client(baseUrl, tokens, settings)
  await rejectsWith(call(getTask, { params: { id } }), ({ code }) => assert.equal(code, 'NETWORK'))
  pass(-3 * 3_600_000)
  await rejectsWith(call(getTask, { params: { id } }), ({ code }) => assert.equal(code, 'UNAUTHORIZED'))
  assert.deepEqual(waits, [11_000])
  assert.equal(tokens.read(), undefined)
})

test('a refresh updates the person’s roles', async () => {
  const { settings } = controlledTime()
  const claims = btoa(JSON.stringify({ sub: ana.user.id, roles: ['MANAGER'] }))
  const promoted = `e30.${claims.replaceAll('=', '')}.signature`
  const { baseUrl } = await serve((request, response) => {
    if (request.url === '/api/auth/refresh') pair(response, promoted, 'refresh-2')
    else if (request.headers.authorization === `Bearer ${promoted}`)
      reply(response, 200, { success: true, data: { id } })
    else unauthorized(response)
  })
  const tokens = signedIn()
  tokens.write({ ...ana, user: { ...ana.user, roles: ['TECHNICIAN'] } })
  await client(baseUrl, tokens, settings).call(getTask, { params: { id } })
  assert.deepEqual(tokens.read()?.user, { ...ana.user, roles: ['MANAGER'] })
})

test('a refusal long after a refresh without an answer ends the session at once', async () => {
  const { baseUrl } = await refreshing([(response) => response.destroy(), unauthorized])
  const tokens = signedIn()
  const { waits, settings, pass } = controlledTime()
  const { call } = client(baseUrl, tokens, settings)
  await rejectsWith(call(getTask, { params: { id } }), ({ code }) => assert.equal(code, 'NETWORK'))
  pass(11_000)
  await rejectsWith(call(getTask, { params: { id } }), ({ code }) => assert.equal(code, 'UNAUTHORIZED'))
  assert.deepEqual(waits, [])
  assert.equal(tokens.read(), undefined)
})

test('without locks a slower tab takes the tokens of the faster one and ends nothing', async () => {
  const tokens = signedIn()
  const { baseUrl, seen } = await refreshing([unauthorized])
  let ended = 0
  const loser = client(baseUrl, tokens, {
    locks: null,
    onSessionEnded: () => ended++,
    // The faster tab gets its answer while the slower one waits.
    pause: async (_, signal) => {
      tokens.write({ ...ana, accessToken: 'access-2', refreshToken: 'refresh-2' })
      assert.equal(signal?.aborted, true, 'the wait is over once the tokens are there')
    },
  })
  assert.equal((await loser.call(getTask, { params: { id } })).id, id)
  assert.equal(ended, 0)
  assert.equal(tokens.read()?.refreshToken, 'refresh-2')
  assert.equal(seen.filter(({ url }) => url === '/api/auth/refresh').length, 1)
})

test('without locks tokens that arrive after those of another tab are discarded', async () => {
  const tokens = signedIn()
  const { baseUrl } = await refreshing([
    (response) => {
      tokens.write({ ...ana, accessToken: 'access-2', refreshToken: 'refresh-2' })
      pair(response, 'access-lost', 'refresh-lost')
    },
  ])
  await client(baseUrl, tokens, { locks: null }).call(getTask, { params: { id } })
  assert.equal(tokens.read()?.refreshToken, 'refresh-2')
})

const ben: Session = {
  accessToken: 'access-of-ben',
  refreshToken: 'refresh-of-ben',
  user: { id: 'ben', email: 'ben@example.org', name: 'Ben', roles: ['MANAGER'] },
}

test('a page never acts for another person who signs in in the same browser', async () => {
  const { baseUrl, seen } = await refreshing([])
  const browser = createSessionStore(memoryStorage())
  browser.write(ana)
  const mine = sessionOf(browser)
  const received: (Session | undefined)[] = []
  mine.subscribe((session) => received.push(session))
  browser.write(ben)
  await rejectsWith(client(baseUrl, mine).call(getTask, { params: { id } }), ({ code }) =>
    assert.equal(code, 'UNAUTHORIZED'),
  )
  mine.write({ ...ana, accessToken: 'later' })
  mine.clear()
  assert.deepEqual(seen, [])
  assert.deepEqual(browser.read(), ben)
  assert.deepEqual([mine.other(), received], [ben.user, [undefined]])
  browser.write(ana)
  assert.equal(mine.other(), undefined)
  assert.deepEqual(received, [undefined, ana])
})

test('tokens that arrive after another person has signed in are discarded', async () => {
  const browser = createSessionStore(memoryStorage())
  browser.write(ana)
  const { baseUrl } = await refreshing([
    (response) => {
      browser.write(ben)
      pair(response, 'access-2', 'refresh-2')
    },
  ])
  await rejectsWith(client(baseUrl, sessionOf(browser)).call(getTask, { params: { id } }), ({ code }) =>
    assert.equal(code, 'UNAUTHORIZED'),
  )
  assert.deepEqual(browser.read(), ben)
})
