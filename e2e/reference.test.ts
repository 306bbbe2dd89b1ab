/** /docs/reference in a browser: a curl command for everybody, and a form for those with a token. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openFixture } from './fixture.ts'

const fixture = await openFixture()
const { base, server, people } = fixture
const { token } = people.admin
const task = await server.call<{ id: string; title: string }>('POST', '/api/tasks', {
  token,
  body: { title: 'Mop the hall' },
})

test('GET endpoints can be tried on the page with one’s own token or key, which is in no address', {
  timeout: 300_000,
}, async () => {
  const key = await server.call<{ key: string }>('POST', '/api/admin/api-keys', {
    token,
    body: { name: 'Reader', scopes: ['read'] },
  })
  assert.equal(key.status, 201, key.text)
  const { page, faults } = await fixture.open('desk')
  await page.goto(`${base}/docs/reference`)
  const list = page.locator('form[data-path="/api/tasks"]')
  const one = page.locator('form[data-path="/api/tasks/:id"]')
  for (const secret of [token, key.json.data.key]) {
    for (const name of ['listTasks', 'getTask']) await page.locator(`#${name} summary`).click()
    await page.getByLabel('Your access token, API key or system secret').fill(secret)
    await list.getByLabel('pageSize').fill('1')
    await list.getByRole('button', { name: 'Try it' }).click()
    await list.getByText(/^200\n[\s\S]*"title": "Mop the hall"[\s\S]*"pageSize": 1/).waitFor()
    await one.getByLabel('id', { exact: true }).fill(task.json.data.id)
    await one.getByRole('button', { name: 'Try it' }).click()
    await one.getByText(/^200\n[\s\S]*"title": "Mop the hall"/).waitFor()
    await page.reload()
  }
  assert.doesNotMatch(page.url(), /\?/)
  assert.equal(await page.getByLabel('Your access token, API key or system secret').inputValue(), '')
  assert.deepEqual(faults, [])
})

test('Without JavaScript the page has curl commands and no useless forms', {
  timeout: 300_000,
}, async () => {
  const { page, faults } = await fixture.open('desk', { javaScriptEnabled: false })
  await page.goto(`${base}/docs/reference`)
  await page.locator('#listTasks summary').click()
  await page
    .getByText(/^curl -X GET '[^']*\/api\/tasks'/)
    .first()
    .waitFor()
  assert.equal(await page.getByRole('button', { name: 'Try it' }).count(), 0)
  assert.deepEqual(faults, [])
})
