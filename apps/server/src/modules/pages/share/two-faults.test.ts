/** Of two faults of a place, its pages and boards show the one that nobody works on. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AmenityInformation } from '#contracts/feedback.ts'
import type { NewShareLink } from '#contracts/sharing/links.ts'
import type { StatusPage } from '#contracts/status.ts'
import { startTestServer } from '#test/server.ts'
import { createPlace, createTenant } from '#test/world.ts'

const server = await startTestServer()

/** States as words of a page, in its order. */
const statesOf = async (path: string): Promise<string[]> => {
  const html = await (await fetch(`${server.base}${path}`)).text()
  const main = html.slice(html.indexOf('<main'))
  return [...main.matchAll(/class="state ([A-Z_]+)/g)].map(([, state]) => state ?? '')
}

const openPlace = async () => {
  const tenant = await createTenant(server, { plan: 'ENTERPRISE' })
  const place = await createPlace(server, tenant)
  const board = await server.call<NewShareLink>('POST', '/api/sharing/links', {
    token: tenant.admin.token,
    body: { kind: 'STATUS_BOARD', name: 'Lobby' },
  })
  assert.equal(board.status, 201, board.text)
  let visitors = 0
  const report = async (issue: string): Promise<void> => {
    const reply = await server.call('POST', '/api/feedback', {
      body: { qrCode: place.qrCode, rating: 2, issues: [issue] },
      from: `10.9.0.${++visitors}`,
    })
    assert.equal(reply.status, 201, reply.text)
    await server.drain()
  }
  const set = async (category: string, status: string): Promise<void> => {
    const tasks = await server.call<{ id: string; category: string | null }[]>('GET', '/api/tasks', {
      token: tenant.manager.token,
    })
    const { id } = tasks.json.data.find((task) => task.category === category) ?? {}
    const reply = await server.call('PATCH', `/api/tasks/${id}/status`, {
      token: tenant.manager.token,
      body: { status },
    })
    assert.equal(reply.status, 200, reply.text)
    await server.drain()
  }
  const known = async () =>
    (
      await server.call<AmenityInformation>('GET', `/api/feedback/amenity/${place.qrCode}`)
    ).json.data.known.map(({ code, state }) => [code, state])
  const status = async () =>
    (await server.call<StatusPage>('GET', `/api/status/${place.qrCode}`)).json.data.items[0]?.report
  return {
    report,
    set,
    known,
    status,
    board: () => statesOf(`/s/${board.json.data.token}`),
    page: () => statesOf(`/q/${place.qrCode}?lang=en`),
  }
}

test('Where one of two faults is being fixed, /q names both and status page and board show the other', async () => {
  const { report, set, known, status, board, page } = await openPlace()
  await report('LEAK')
  await report('BAD_SMELL')
  await set('LEAK', 'IN_PROGRESS')
  assert.deepEqual(await known(), [
    ['LEAK', 'IN_PROGRESS'],
    ['BAD_SMELL', 'REPORTED'],
  ])
  assert.deepEqual(await page(), ['IN_PROGRESS', 'REPORTED'])
  assert.equal(await status(), 'REPORTED')
  assert.deepEqual(await board(), ['REPORTED'])
  await report('BAD_SMELL')
  assert.deepEqual([await status(), await board()], ['CONFIRMED', ['CONFIRMED']])
  await set('BAD_SMELL', 'IN_PROGRESS')
  assert.deepEqual([await status(), await board()], ['IN_PROGRESS', ['IN_PROGRESS']])
  await set('LEAK', 'DONE')
  assert.deepEqual([await status(), await board()], ['IN_PROGRESS', ['IN_PROGRESS']])
})
