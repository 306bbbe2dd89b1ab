/** ADM-18 and ADM-19: an administrator creates a webhook, sees failures, and sends again. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Webhook as Verifier } from 'standardwebhooks'
import { sendAll, startReceiver } from '#server/modules/webhooks/testing/receiver.ts'
import { openDesk } from './desk.ts'
import { openFixture } from './fixture.ts'

const fixture = await openFixture({ env: { WEBHOOK_ALLOW_PRIVATE: 'true' } })
const { base, server, people } = fixture
const receiver = await startReceiver()
const { page, faults } = await openDesk(fixture, people.admin.email, '/admin/webhooks')
const dialog = page.getByRole('dialog')
const log = page.getByRole('region', { name: 'Deliveries' })

const reject = (status: number, text: string): void => {
  receiver.answer = (response) => void response.writeHead(status).end(text)
}
const makeTask = (title: string) =>
  server.call('POST', '/api/tasks', { token: people.manager.token, body: { title } })

let secret = ''

test('An administrator creates a webhook, sees sample events, and sees its secret once', {
  timeout: 300_000,
}, async () => {
  await page.getByText('No webhooks yet').waitFor()
  await page.getByRole('button', { name: 'Create webhook' }).first().click()
  await dialog.getByRole('button', { name: 'Create webhook' }).click()
  await dialog.getByText('Enter an address.').waitFor()
  await dialog.getByText('Choose at least one event.').waitFor()
  await dialog.getByLabel('Address').fill('https://10.0.0.1/hooks')
  await dialog.getByRole('checkbox', { name: 'A task was created' }).check()
  await dialog.getByLabel('Sample: A task was created').click()
  await dialog
    .getByRole('group', { name: 'Sample: A task was created' })
    .getByText('"task.created"')
    .waitFor()
  await dialog.getByRole('button', { name: 'Create webhook' }).click()
  await dialog.getByText('This address cannot be used.').waitFor()
  await dialog.getByLabel('Address').fill(receiver.url)
  await dialog.getByLabel('Description').fill('Building system')
  await dialog.getByRole('button', { name: 'Create webhook' }).click()
  await dialog.getByText('The secret is shown only once').waitFor()
  secret = (await dialog.locator('.secret').textContent()) ?? ''
  assert.match(secret, /^whsec_/)
  await page.keyboard.press('Escape')
  await dialog.getByText('The secret cannot be shown again').waitFor()
  await dialog.getByRole('button', { name: 'I have stored it' }).click()
  await dialog.waitFor({ state: 'detached' })
  const row = page.getByRole('row', { name: receiver.url })
  await row.getByText('Nothing sent yet').waitFor()
  await row.getByText('1 event').waitFor()
  await row.getByText('Building system').waitFor()
})

test('A test shows the receiver’s answer, and the call is signed with the secret', {
  timeout: 300_000,
}, async () => {
  await page.getByRole('link', { name: receiver.url }).click()
  await page.getByRole('heading', { level: 1, name: 'Building system' }).waitFor()
  await log.getByText('Nothing sent yet').waitFor()
  await page.getByRole('button', { name: 'Send test' }).click()
  await dialog.getByRole('button', { name: 'Send test' }).click()
  await dialog.getByText('Response 200').waitFor()
  await dialog.getByText('thanks').waitFor()
  const [request] = receiver.requests
  const event = new Verifier(secret).verify(request?.text ?? '', request?.headers as Record<string, string>)
  assert.equal((event as { type: string }).type, 'webhook.test')
  await page.keyboard.press('Escape')
  await log.getByText('A test of this webhook was requested').waitFor()
  await page.getByText('The last delivery was accepted.').waitFor()
})

test('A failed delivery shows each attempt and the body, and is sent again from its row', {
  timeout: 300_000,
}, async () => {
  reject(503, 'down for an update')
  await makeTask('Change the lamp')
  await sendAll(server)
  await page.getByRole('button', { name: 'Refresh' }).click()
  const row = log.getByRole('listitem').filter({ hasText: 'A task was created' }).first()
  await row.getByText('Waiting').waitFor()
  await page.getByText('First failure').waitFor()
  await row.getByRole('button', { name: 'A task was created', exact: true }).click()
  await row.getByRole('list', { name: 'Attempts' }).getByText('Response 503').waitFor()
  await row.getByText('down for an update').first().waitFor()
  await row.getByText('An error occurred at the receiver.').first().waitFor()
  await row.getByRole('group', { name: 'Payload' }).getByText('"Change the lamp"').waitFor()
  receiver.answer = (response) => void response.writeHead(204).end()
  await row.getByRole('button', { name: 'Resend: A task was created' }).click()
  await row.getByText('Delivered').first().waitFor()
  await row.getByText('2 attempts').waitFor()
  const [first, second] = receiver.requests.slice(-2)
  assert.equal(first?.headers['webhook-id'], second?.headers['webhook-id'])
  assert.equal(first?.text, second?.text)
})

test('The log is filtered by state, event and record, and a link to it shows the same', {
  timeout: 300_000,
}, async () => {
  const [task] = (await server.call<{ id: string }[]>('GET', '/api/tasks', { token: people.manager.token }))
    .json.data
  await log.getByRole('searchbox').fill(task?.id ?? '')
  await log.getByText('A test of this webhook was requested').waitFor({ state: 'detached' })
  await log.getByText('A task was created').waitFor()
  await page.waitForURL((url) => url.searchParams.get('q') === task?.id)
  await page.reload()
  await log.getByText('A task was created').waitFor()
  await page.goto(`${page.url().split('?')[0]}?state=FAILED`)
  await log.getByText('No results for these filters').waitFor()
})

test('A receiver that answers 410 switches the webhook off; after enabling it, failed deliveries are sent again since a time', {
  timeout: 300_000,
}, async () => {
  reject(410, 'moved away')
  await makeTask('Mend the door')
  await sendAll(server)
  await page.goto(page.url().split('?')[0] ?? '')
  await page.getByText('The receiver responded that it no longer exists (410)').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Resend failed deliveries' }).count(), 0)
  receiver.answer = (response) => void response.writeHead(200).end('back')
  await page.getByRole('button', { name: 'Enable', exact: true }).click()
  await page.getByRole('button', { name: 'Resend failed deliveries' }).click()
  await dialog.getByLabel('Since').fill('2020-01-01T00:00')
  await dialog.getByRole('button', { name: 'Resend' }).click()
  await dialog.getByText('The log goes back 30 days.').waitFor()
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('button', { name: 'Resend failed deliveries' }).click()
  await dialog.getByRole('button', { name: 'Resend' }).click()
  await page.getByText('1 delivery is being resent.').waitFor()
  await sendAll(server)
  await page.getByRole('button', { name: 'Refresh' }).click()
  const row = log.getByRole('listitem').filter({ hasText: 'A task was created' }).first()
  await row.getByText('Delivered').waitFor()
  await row.getByText('Mend the door').waitFor()
  assert.equal(receiver.requests.filter(({ text }) => text.includes('Mend the door')).length, 2)
})

test('After a rotation both secrets sign, a pause is shown, and a deleted webhook is gone', {
  timeout: 300_000,
}, async () => {
  const more = page.getByRole('button', { name: /^More: / })
  await more.click()
  await page.getByRole('menuitem', { name: 'New secret' }).click()
  await dialog.getByText('For 24 hours both secrets sign').waitFor()
  await dialog.getByRole('button', { name: 'New secret' }).click()
  await dialog.getByText('The secret is shown only once').waitFor()
  const renewed = (await dialog.locator('.secret').textContent()) ?? ''
  assert.notEqual(renewed, secret)
  await dialog.getByRole('button', { name: 'I have stored it' }).click()
  await page.getByText('The previous secret also signs until').waitFor()
  await page.getByRole('button', { name: 'Pause' }).click()
  await page.getByText('A team member paused it.').waitFor()
  await page.getByRole('button', { name: 'Send test' }).click()
  await dialog.getByRole('button', { name: 'Send test' }).click()
  await dialog.getByText('Response 200').waitFor()
  const last = receiver.requests.at(-1)
  for (const one of [secret, renewed])
    new Verifier(one).verify(last?.text ?? '', last?.headers as Record<string, string>)
  await page.keyboard.press('Escape')
  await more.click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No webhooks yet').waitFor()
  assert.equal(new URL(page.url()).pathname, `${new URL(base).pathname}app/admin/webhooks`)
  assert.deepEqual(faults, [])
})
