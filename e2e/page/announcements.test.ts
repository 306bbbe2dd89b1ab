/** Announcements of the platform in the technician's app, on the built pages. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getMe, Me } from '#contracts/auth.ts'
import { inspect } from '../inspect.ts'
import { openDeskPage } from './desk-page.ts'
import { exampleOf, idOf } from './examples.ts'

const desk = await openDeskPage()

test('A technician sees the announcements that have not ended, and a new one when the app comes back to the front', {
  timeout: 120_000,
}, async () => {
  const me = exampleOf(Me) as Me
  const person = { id: idOf('Ana'), name: 'Ana', email: 'ana@stage.example', roles: ['TECHNICIAN'] as const }
  desk.signIn(person)
  const announcement = (title: string, kind: 'INFO' | 'INCIDENT', hours: number) => ({
    id: idOf(title),
    kind,
    title,
    text: `${title} tells more.`,
    until: new Date(Date.now() + hours * 3_600_000).toISOString(),
  })
  const announcements = [announcement('Tonight', 'INFO', 2), announcement('Yesterday', 'INFO', -1)]
  desk.answer(getMe, () => ({
    data: {
      ...me,
      user: { ...me.user, ...person, active: true, theme: 'SYSTEM', language: 'en' },
      announcements,
    },
  }))
  const { page, context, faults } = await desk.open('phone', { as: 'Ana' })
  await page.goto(`${desk.base}/app/work`)
  await page.getByText('Tonight tells more.').waitFor()
  assert.equal(await page.getByText('Yesterday').count(), 0)
  announcements.unshift(announcement('Outage', 'INCIDENT', 1))
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
  await page.getByText('Outage tells more.').waitFor()
  await inspect(page, 'announcements on the phone')
  assert.deepEqual(faults, [])
  await context.close()
})
