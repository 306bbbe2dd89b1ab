/** The checks of an installation: who runs it sees them, and everybody else that others do. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getWizardState, WizardState } from '#contracts/wizard.ts'
import { openDesk } from '../desk.ts'
import { inspect } from '../inspect.ts'
import { openDeskPage } from './desk-page.ts'
import { exampleOf } from './examples.ts'

const desk = await openDeskPage()
const { answer, calls } = desk
const state = exampleOf(WizardState) as WizardState
const asked = () => calls.filter(({ name }) => name === getWizardState.name).length

test('The checks of an installation are shown with their result, and made again on request', async () => {
  const installation = [
    { name: 'BACKUP', state: 'WARN', title: 'Backups', text: 'None are made.', advice: 'Set BACKUP_DIR.' },
  ]
  answer(getWizardState, () => ({ data: { ...state, installation } }))
  const { page, faults } = await openDesk(desk, 'admin', '/installation')
  await page.getByText('None are made.').waitFor()
  const before = asked()
  await page.getByRole('button', { name: 'Check again' }).press('Enter')
  await page.getByText('None are made.').waitFor()
  assert.equal(asked(), before + 1)
  await inspect(page, 'installation')
  assert.deepEqual(faults, [])
})

test('Where others run the installation the page says so, and offers nothing that cannot work', async () => {
  answer(getWizardState, () => ({ data: { ...state, installation: undefined } }))
  const { page, faults } = await openDesk(desk, 'admin', '/installation')
  await page.getByText('Others run this installation').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Check again' }).count(), 0)
  assert.equal(await page.getByText('It takes a few seconds').count(), 0)
  await inspect(page, 'installation of others')
  assert.deepEqual(faults, [])
})
