/** Periods of figures, and the week of shifts with its gaps. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getOverview, Overview } from '#contracts/dashboard.ts'
import { getOnCall, listOperators } from '#contracts/operator.ts'
import { openDesk } from '../desk.ts'
import { openDeskPage } from './desk-page.ts'
import { exampleOf, rowsOf } from './examples.ts'

const desk = await openDeskPage()
const { base } = desk

test('A calendar period and the year before are chosen by keyboard, stay in the address and go along with links', {
  timeout: 300_000,
}, async () => {
  desk.answer(getOverview, ({ query }) => {
    const overview = exampleOf(Overview) as Overview
    const compared = query.get('compare') ? { from: '2025-11-01', to: '2025-11-20' } : undefined
    const { period, feedback } = overview
    return {
      data: {
        ...overview,
        feedback: { ...feedback, count: 8, change: 0.25 },
        period: { ...period, from: query.get('from') ?? period.from, compared },
      },
    }
  })
  const { page, faults } = await openDesk(desk, 'admin', '/')
  const period = page.getByRole('button', { name: 'Last 30 days' })
  await period.focus()
  await page.keyboard.press('Enter')
  const month = page.getByRole('button', { name: 'This month' })
  await month.focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(/from=\d{4}-\d{2}-01&to=\d{4}-\d{2}-(28|29|30|31)/)
  const shown = page.getByRole('search').getByRole('button', { name: /^This month/ })
  await shown.focus()
  await page.keyboard.press('Enter')
  const year = page.getByRole('button', { name: 'Compare with the year before' })
  await year.focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(/compare=YEAR_BEFORE/)
  await page.getByText(/25\s?% vs\. year before/).waitFor()
  assert.equal(await year.getAttribute('aria-pressed'), 'true')
  const asked = desk.calls.findLast(({ name }) => name === 'getOverview')?.query
  assert.deepEqual(
    [asked?.get('compare'), asked?.get('from')?.slice(8), asked?.get('from')?.slice(0, 7)],
    ['YEAR_BEFORE', '01', asked?.get('to')?.slice(0, 7)],
  )
  await page.keyboard.press('Escape')
  await page.reload()
  await page.getByRole('button', { name: 'This month, vs. year before' }).waitFor()
  const from = asked?.get('from') ?? '?'
  const rows = page.getByRole('link', { name: '8', exact: true })
  assert.ok((await rows.getAttribute('href'))?.includes(`from=${from}`), 'the rows of the same period')
  await page.goto(`${base}/app/?from=2024-01-01&to=2025-06-30&compare=YEAR_BEFORE`)
  await page.getByRole('button', { name: /vs\. year before/ }).click()
  assert.equal(await year.count(), 0, 'more than a year has no year before')
  await page.getByRole('button', { name: 'Last week' }).click()
  await page.waitForURL((url) => url.searchParams.has('from') && url.searchParams.get('to') !== '2025-06-30')
  assert.deepEqual(faults, [])
})

test('The week names the building that has nobody, beside the people who are on shift elsewhere', {
  timeout: 300_000,
}, async () => {
  const weekly = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: '00:00', to: '00:00' }))
  const changes = () => ({ state: 'ACTIVE', shifts: { weekly, exceptions: [] } })
  desk.answer(listOperators, () => ({ data: rowsOf(listOperators.list, 2, changes) }))
  const always = { from: '2031-02-28T23:00:00.000Z', to: '2031-03-14T23:00:00.000Z' }
  const noon = { from: '2031-03-03T11:00:00.000Z', to: '2031-03-03T12:00:00.000Z' }
  const north = { id: '01940a3b-7c1e-7f00-8a00-000000000001', name: 'North wing' }
  const south = { id: '01940a3b-7c1e-7f00-8a00-000000000002', name: 'South wing' }
  desk.answer(getOnCall, () => ({
    data: {
      ...(exampleOf(getOnCall.data) as object),
      timeZone: 'Europe/Berlin',
      gaps: [],
      uncovered: [
        { buildings: [south], skill: null, gaps: [always] },
        { buildings: [north], skill: 'LIFT', gaps: [noon] },
      ],
    },
  }))
  const { page, faults } = await openDesk(desk, 'admin', '/shifts?week=2031-03-03')
  await page.getByText('Nobody for South wing all day').first().waitFor()
  assert.equal(await page.getByText('Nobody for South wing all day').count(), 7)
  assert.equal(await page.getByText('Nobody all day').count(), 0)
  await page.getByText('Nobody for Lifts at North wing 12:00–13:00').waitFor()
  await page.getByText('2 gaps this week').waitFor()
  await page.setViewportSize({ width: 390, height: 800 })
  await page.getByRole('heading', { name: /Monday/ }).waitFor()
  assert.equal(await page.getByText('Nobody for South wing all day').count(), 7)
  const wider = await page.evaluate(
    'document.documentElement.scrollWidth > document.documentElement.clientWidth',
  )
  assert.equal(wider, false)
  assert.deepEqual(faults, [])
})
