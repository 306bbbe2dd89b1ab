/** ADM-22 and the profile: connections of AI assistants. PICTURES=FOLDER keeps pictures. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getMe, Me, updateMe } from '#contracts/auth.ts'
import { inspect, narrow, take, wide } from '../inspect.ts'
import { looks } from '../screen-pictures.ts'
import { openDeskPage } from './desk-page.ts'
import { exampleOf, idOf } from './examples.ts'

const desk = await openDeskPage()
const { base, answer, calls } = desk

const day = 24 * 3600_000
const after = (days: number): string => new Date(Date.now() + days * day).toISOString()
const connection = (name: string, ends: number, more: object = {}) => ({
  id: idOf(name),
  name,
  write: false,
  lastFour: 'x7Qp',
  createdAt: after(-10),
  expiresAt: after(ends),
  lastUsedAt: null,
  ...more,
})
const own = [
  connection('Claude on my laptop', 80, { write: true, lastUsedAt: after(-1) }),
  connection('Reports', -1),
]
const theirs = connection('Assistant of the day shift', 30)
const token = `wkp_${'aB3_-'.repeat(12)}`

const { user } = exampleOf(Me) as Me
const me = {
  ...(exampleOf(Me) as Me),
  user: {
    ...(exampleOf(Me.properties.user.anyOf[0], 'me') as NonNullable<typeof user>),
    roles: ['ADMIN'],
    theme: 'SYSTEM',
    savedViews: [],
    pushSubscriptions: [],
  },
  flags: ['MCP'],
  connections: own,
}
const named = (one: object, name: string) => ({ ...one, user: { id: idOf(name), name } })
const team = [...own.map((one) => named(one, 'Ada Admin')), named(theirs, 'Tom Technician')]

const bodyOf = (): unknown => calls.findLast(({ name }) => name === updateMe.name)?.body

const show = (connections = own, flags = ['MCP']): void => {
  const now = { ...me, connections, flags }
  answer(getMe, ({ query }) => ({
    data: query.get('connections') === 'everyone' ? { ...now, teamConnections: team } : now,
  }))
  answer(updateMe, ({ body }) => {
    const { add } = (body as { connections: { add?: object } }).connections
    return { data: add ? { ...now, newConnection: { id: idOf('new'), token } } : now }
  })
}

for (const [screen, address, heading] of [
  ['assistants', '/app/assistants', 'AI assistants'],
  ['profile', '/app/profile', 'Profile'],
] as const)
  test(`The connections of ${screen} fit on a phone and on a desk`, { timeout: 120_000 }, async () => {
    show()
    const { page, context, faults } = await desk.open('phone', { as: 'admin' })
    for (const look of [narrow, wide]) {
      await take(page, look)
      await page.goto(base + address)
      await page.getByRole('heading', { level: 1, name: heading }).waitFor()
      await page.getByText('Claude on my laptop').first().waitFor()
      await inspect(page, `${screen} ${look.kind}`)
    }
    await looks(page, `connections-${screen}`)
    assert.deepEqual(faults, [])
    await context.close()
  })

test('An added connection shows its token once, with settings that contain it; leaving asks for that it was stored', {
  timeout: 120_000,
}, async () => {
  show()
  const { page, context, faults } = await desk.open('phone', { as: 'admin' })
  await page.goto(`${base}/app/profile`)
  await page.getByRole('button', { name: 'Connect an assistant' }).press('Enter')
  const form = page.getByRole('dialog', { name: 'Connect an assistant' })
  await form.getByRole('button', { name: 'Connect an assistant' }).press('Enter')
  await form.getByText('Enter a name.').waitFor()
  assert.equal(bodyOf(), undefined)
  await form.getByLabel('Name').fill(' Claude ')
  await form.getByLabel('May also write').check()
  await inspect(page, 'new connection phone')
  await form.getByRole('button', { name: 'Connect an assistant' }).press('Enter')
  const shown = page.getByRole('dialog', { name: 'Connection “Claude”' })
  await shown.getByText(token, { exact: true }).waitFor()
  assert.deepEqual(bodyOf(), { connections: { add: { name: 'Claude', write: true } } })
  const settings = JSON.parse((await shown.getByRole('group').textContent()) ?? '')
  assert.deepEqual(settings.mcpServers.wellkept, {
    type: 'http',
    url: `${base}/mcp`,
    headers: { Authorization: `Bearer ${token}` },
  })
  for (const look of [narrow, wide]) {
    await take(page, look)
    await inspect(page, `connection shown ${look.kind}`)
  }
  await page.keyboard.press('Escape')
  await shown.getByRole('alert').waitFor()
  await shown.getByRole('button', { name: 'I have stored it' }).press('Enter')
  await shown.waitFor({ state: 'hidden' })
  assert.deepEqual(faults, [])
  await context.close()
})

test('An administrator ends a connection of somebody else; with five of their own none can be added', {
  timeout: 120_000,
}, async () => {
  show(Array.from({ length: 5 }, (_, index) => connection(`Number ${index}`, 10)))
  const { page, context, faults } = await desk.open('desk', { as: 'admin' })
  await page.goto(`${base}/app/assistants`)
  await page.getByText('Assistant of the day shift · Tom Technician').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Connect an assistant' }).count(), 0)
  await page.getByRole('button', { name: 'End “Assistant of the day shift”' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'End the connection “Assistant of the day shift”' })
  await dialog.getByRole('button', { name: 'End' }).press('Enter')
  await dialog.waitFor({ state: 'hidden' })
  assert.deepEqual(bodyOf(), { connections: { end: theirs.id } })
  assert.deepEqual(faults, [])
  await context.close()
})
