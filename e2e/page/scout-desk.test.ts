/** Scouts in the desk: the checklist editor with the phone beside it, planning a round, its review, an invitation. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listAmenities } from '#contracts/places/amenities.ts'
import { listBuildings } from '#contracts/places/buildings.ts'
import { createSchedule } from '#contracts/schedules.ts'
import { listRounds, reviewRound } from '#contracts/scout/admin-rounds.ts'
import { createScout, listScouts } from '#contracts/scout/admin-scouts.ts'
import { listInspectionTemplates, updateInspectionTemplate } from '#contracts/scout/admin-templates.ts'
import { Finding } from '#contracts/scout/findings.ts'
import { Inspection } from '#contracts/scout/rounds.ts'
import { Question, type SectionsInput, Template } from '#contracts/scout/templates.ts'
import { focusIn, openDesk } from '../desk.ts'
import { openDeskPage } from './desk-page.ts'
import { exampleOf, idOf, rowsOf } from './examples.ts'

const desk = await openDeskPage()
const { base } = desk
const timeout = 300_000

const question = (id: string, text: string, more: object = {}): object => ({
  ...(exampleOf(Question) as object),
  ...{ id, text, kind: 'YES_NO', required: true, allowNa: false, photo: 'OPTIONAL', options: [] },
  ...more,
})
const template = {
  ...(exampleOf(Template) as object),
  id: idOf('checklist'),
  name: 'Washroom',
  types: [],
  passMark: 80,
  state: 'PUBLISHED',
  version: 4,
  sections: [
    {
      id: 'all',
      title: 'All',
      questions: [
        question('soap', 'Soap', { weight: 3, critical: true }),
        question('floor', 'Floor', { weight: 1 }),
        question('why', 'Why', {
          kind: 'TEXT',
          required: false,
          showIf: { questionId: 'floor', is: [false] },
        }),
      ],
    },
  ],
}
desk.answer(listInspectionTemplates, ({ query }) => ({
  data: [{ ...template, version: Number(query.get('version') ?? 4) }],
}))
desk.answer(updateInspectionTemplate, () => ({ data: { ...template, version: 5 } }))

const bodyOf = <B>(name: string): B => desk.calls.findLast((call) => call.name === name)?.body as B

test('The phone beside the editor scores with the function that the phone and the service use', {
  timeout,
}, async () => {
  const { page, faults } = await openDesk(desk, 'admin', `/checklists/${template.id}`)
  const phone = page.getByRole('region', { name: 'On the phone' })
  const answer = (asked: string, given: string) =>
    phone.getByRole('group', { name: asked }).getByRole('button', { name: given, exact: true }).click()
  await answer('Soap', 'Yes')
  await answer('Floor', 'No')
  await phone.getByText('75.0 %').waitFor()
  await phone.getByText('Not passed').waitFor()
  await phone.getByRole('group', { name: 'Why' }).waitFor()
  await answer('Floor', 'Yes')
  await phone.getByText('100.0 %').waitFor()
  assert.equal(await phone.getByRole('group', { name: 'Why' }).count(), 0, 'its condition hides it again')
  await page.getByRole('button', { name: 'Floor', exact: true }).click()
  await page.getByLabel('Weight').fill('9')
  await answer('Soap', 'No')
  await phone.getByText('75.0 %').waitFor()
  await phone.getByText('Failed: Soap').waitFor()
  assert.deepEqual(faults, [])
})

test('Questions are added, moved and removed by keyboard, and published as a new version with their ids', {
  timeout,
}, async () => {
  const { page, faults } = await openDesk(desk, 'admin', `/checklists/${template.id}`)
  const publish = page.getByRole('button', { name: 'Publish version 5' })
  await page.getByRole('button', { name: 'Add question' }).click()
  const text = page.getByLabel('Question', { exact: true })
  await focusIn(page, text)
  await publish.click()
  await page.getByText('Enter the question.').waitFor()
  assert.ok(!desk.calls.some(({ name }) => name === updateInspectionTemplate.name), 'nothing was sent')
  await text.fill('Paper')
  await page.getByLabel('Answer', { exact: true }).selectOption('SCALE')
  const up = page.getByRole('button', { name: 'Up: Paper' })
  await up.focus()
  await page.keyboard.press('Enter')
  await focusIn(page, up)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Remove: Floor' }).click()
  await publish.click()
  await page.getByText('Published.').waitFor()
  const { sections } = bodyOf<{ sections: SectionsInput }>(updateInspectionTemplate.name)
  const [soap, paper, why, ...rest] = sections[0]?.questions ?? []
  assert.deepEqual([soap?.id, paper?.text, why?.id, rest.length], ['soap', 'Paper', 'why', 0])
  assert.deepEqual([paper?.kind, paper?.min, paper?.max], ['SCALE', 0, 5])
  assert.equal(why?.showIf, null, 'the question that it depended on is gone')
  assert.deepEqual(faults, [])
})

test('A round is planned as a schedule of kind ROUND with amenities in walking order', {
  timeout,
}, async () => {
  const building = idOf('building')
  desk.answer(listRounds, () => ({ data: [] }))
  desk.answer(listBuildings, () => ({
    data: rowsOf(listBuildings.list, 1, () => ({ id: building, name: 'House' })),
  }))
  desk.answer(listAmenities, () => ({
    data: rowsOf(listAmenities.list, 2, (number) => ({ id: idOf(`room ${number}`), name: `Room ${number}` })),
  }))
  desk.answer(createSchedule, () => ({
    data: { ...(exampleOf(createSchedule.data) as object), rrule: null, startsAt: '2026-11-28T07:00:00' },
  }))
  const { page, faults } = await openDesk(desk, 'admin', '/rounds')
  await page.getByRole('button', { name: 'Plan a round' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Evening')
  const choose = async (field: string, ...names: string[]): Promise<void> => {
    await dialog.getByRole('combobox', { name: field }).click()
    for (const name of names) await page.getByRole('option', { name }).click()
    await page.keyboard.press('Tab')
  }
  await choose('Building', 'House')
  await choose('Amenities', 'Room 2', 'Room 1')
  await choose('Checklists', 'Washroom')
  await dialog.getByLabel('Hours to finish').fill('12')
  await dialog.getByRole('button', { name: 'Plan a round' }).click()
  await dialog.waitFor({ state: 'detached' })
  // The dates below the form are dry runs.
  const saved = desk.calls
    .filter((call) => call.name === createSchedule.name)
    .map((call) => call.body as Readonly<Record<string, unknown>>)
    .filter(({ dryRun }) => !dryRun)
  assert.equal(saved.length, 1)
  const { kind, name, rrule, template: plan } = saved[0] ?? {}
  assert.deepEqual([kind, name, rrule], ['ROUND', 'Evening', null])
  assert.deepEqual(plan, {
    title: 'Evening',
    buildingId: building,
    amenityIds: [idOf('room 2'), idOf('room 1')],
    templateIds: [template.id],
    scoutId: null,
    dueAfterMinutes: 720,
  })
  assert.deepEqual(faults, [])
})

const round = {
  ...(rowsOf(listRounds.list, 1)[0] as object),
  id: idOf('round'),
  number: 7,
  title: 'Morning',
  state: 'SUBMITTED',
  scout: { id: idOf('scout'), name: 'Mystery visitor 3' },
  stopCount: 2,
  timesRounded: true,
  inspections: [
    {
      ...(exampleOf(Inspection) as object),
      id: idOf('stop'),
      state: 'COMPLETED',
      template: { id: template.id, name: 'Washroom', version: 2 },
      ...{ score: 25, passed: false, criticalFailed: ['soap'] },
      answers: [
        { questionId: 'floor', value: true, na: false, note: null, photos: [] },
        { questionId: 'soap', value: false, na: false, note: 'Both are empty', photos: [] },
      ].map((answer) => ({ ...answer, at: '2026-11-20T12:00:00.000Z', version: 1 })),
    },
  ],
  found: [
    {
      ...(exampleOf(Finding) as object),
      ...{ id: idOf('finding'), state: 'ACCEPTED', categoryName: 'No soap' },
    },
  ],
}

test('A review reads the answers in the words of their version, sends back with a reason and rejects a finding', {
  timeout,
}, async () => {
  desk.answer(listRounds, () => ({ data: [round] }))
  const { page, faults } = await openDesk(desk, 'admin', `/rounds/${round.id}`)
  await page.getByText('Critical: Soap').waitFor()
  await page.getByText('Both are empty').first().waitFor()
  await page.getByText('1 stop was not begun.').waitFor()
  await page.getByText('Mystery visitor 3').waitFor()
  const asked = desk.calls.filter(({ name }) => name === listInspectionTemplates.name)
  assert.equal(asked.at(-1)?.query.get('version'), '2')
  await page.getByRole('button', { name: 'Send back' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Send back' }).click()
  await dialog.getByText('Enter a reason.').waitFor()
  await dialog.getByLabel('What is to be corrected').fill('The second room')
  await dialog.getByRole('checkbox', { name: /^No soap/ }).check()
  await dialog.getByLabel('Reason: No soap').fill('It was there')
  await dialog.getByRole('button', { name: 'Send back' }).click()
  await dialog.waitFor({ state: 'detached' })
  assert.deepEqual(bodyOf(reviewRound.name), {
    decision: 'RETURN',
    reason: 'The second room',
    rejectFindings: [{ id: idOf('finding'), reason: 'It was there' }],
  })
  assert.deepEqual(faults, [])
})

test('The activation code is shown once; of a mystery visitor only the alias is read afterwards', {
  timeout,
}, async () => {
  const alias = { kind: 'MYSTERY', name: 'Mystery visitor 1', alias: 'Mystery visitor 1', state: 'INVITED' }
  desk.answer(listScouts, () => ({ data: rowsOf(listScouts.list, 1, () => alias) }))
  desk.answer(createScout, () => ({
    data: {
      ...(exampleOf(createScout.data) as object),
      ...alias,
      ...{ activationCode: 'ABCDE-12345', activationUrl: `${base}/scout#code=ABCDE-12345` },
    },
  }))
  const { page, faults } = await openDesk(desk, 'admin', '/scouts')
  await page.getByRole('button', { name: 'Invite scout' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Kind').selectOption('MYSTERY')
  await dialog.getByLabel('Name').fill('Secret Person')
  await dialog.getByRole('combobox', { name: 'Buildings' }).click()
  await page.getByRole('option', { name: 'House' }).click()
  await page.keyboard.press('Tab')
  await dialog.getByRole('button', { name: 'Invite scout' }).click()
  await page.getByText('ABCDE-12345', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByText('Pass it on first.', { exact: false }).waitFor()
  await page.getByRole('button', { name: 'I have passed it on' }).click()
  await page.getByRole('button', { name: 'Mystery visitor 1', exact: true }).click()
  assert.equal(await dialog.getByLabel('Name').inputValue(), '', 'the name is not told')
  const shown = (await page.locator('body').textContent()) ?? ''
  assert.ok(!shown.includes('Secret Person') && !shown.includes('ABCDE'))
  assert.deepEqual(faults, [])
})
