/**
 * Requests and time of the first load of each screen with a four times slower CPU. The number of reads is limited, and
 * so is the time of Today. Times are printed with the slowdown by other load of the machine. @alone
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crowding } from '#test/crowding.ts'
import { openDesk } from './desk.ts'
import { fillDesk } from './desk-screens.ts'
import { type Fixture, openFixture } from './fixture.ts'
import { rest } from './quiet.ts'

const fixture: Fixture = await openFixture({ env: { WEBHOOK_ALLOW_PRIVATE: 'true' } })
const { base, people, place, server } = fixture
const { places, taskId } = await fillDesk(fixture)
const timeout = 1_800_000
const mostReads = 2

/** Requests that every screen makes: current user and stream. */
const ofTheFrame = new Set(['/api/auth/me', '/api/dashboard/live'])

const waiting = '.skeleton, .skeleton-space'

interface Opened {
  /** until it shows its content */
  readonly ms: number
  readonly reads: readonly string[]
}

/** In a browser that has only cached the sign-in. */
const openFirst = async (kind: 'phone' | 'desk', as: string, address: string): Promise<Opened> => {
  const { page, context } = await fixture.open(kind, { as })
  const debug = await context.newCDPSession(page)
  await debug.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  const reads: string[] = []
  context.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (request.method() === 'GET' && pathname.startsWith('/api/') && !ofTheFrame.has(pathname))
      reads.push(`${pathname}${search}`)
  })
  const from = performance.now()
  await page.goto(base + address)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.locator(waiting).first().waitFor({ state: 'detached' })
  const ms = Math.round(performance.now() - from)
  await rest(page)
  await context.close()
  return { ms, reads }
}

const walk = async (
  kind: 'phone' | 'desk',
  email: string,
  addresses: readonly { readonly name: string; readonly address: string }[],
): Promise<void> => {
  const tooMany: string[] = []
  for (const { name, address } of addresses) {
    const busy = crowding().toFixed(1)
    const { ms, reads } = await openFirst(kind, email, address)
    console.log(`${name.padEnd(20)} ${reads.length} reads ${String(ms).padStart(6)} ms, machine ${busy}`)
    if (reads.length > mostReads) tooMany.push([`${name}:`, ...reads].join('\n  '))
  }
  assert.deepEqual(tooMany, [])
}

test('Each screen of the desk opens with at most two reads besides the current user', { timeout }, () =>
  walk('desk', people.admin.email, places),
)

test('Each screen of the phone opens with at most two reads besides the current user', { timeout }, () =>
  walk(
    'phone',
    people.technician.email,
    [
      '',
      `/tasks/${taskId}`,
      `/tasks/${taskId}/finish`,
      `/rooms/${place.amenityId}`,
      `/rooms/${place.amenityId}/problem`,
      '/problem',
      '/scan',
      '/waiting',
      '/me',
      '/me/shift',
      '/me/notifications',
      '/me/profile',
      '/me/security',
      '/me/help',
    ].map((part) => ({ name: part.replace(/[0-9a-f-]{36}/, 'ID') || '/', address: `/app/work${part}` })),
  ),
)

test('Today opens within 2.5 s with a CPU four times slower, and at most two reads besides the current user', {
  timeout: 300_000,
}, async () => {
  await server.call('POST', '/api/feedback', { body: { qrCode: place.qrCode, rating: 1, issues: ['LEAK'] } })
  const { page, faults } = await openDesk(fixture, people.manager.email, '/profile')
  const debug = await page.context().newCDPSession(page)
  await debug.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  const reads: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/') && pathname !== '/api/dashboard/live') reads.push(pathname)
  })
  const times: number[] = []
  for (let round = 0; round < 3; round++) {
    reads.length = 0
    // Other processes slow this machine down.
    const busy = crowding()
    const from = performance.now()
    await page.goto(`${fixture.base}/app/`)
    await page.getByRole('heading', { level: 2, name: 'Needs attention' }).waitFor()
    times.push((performance.now() - from) / busy)
    await rest(page)
    const besides = reads.filter((path) => path !== '/api/auth/me')
    assert.ok(besides.length <= 2, besides.join(', '))
  }
  console.log(`Today opened after ${times.map((time) => Math.round(time)).join(', ')} ms`)
  // That load varies, so the fastest of three is what the page needs.
  assert.ok(Math.min(...times) < 2500, `${times.map((time) => Math.round(time)).join(', ')} ms`)
  await debug.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  assert.deepEqual(faults, [])
})
