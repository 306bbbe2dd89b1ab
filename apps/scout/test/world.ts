/** A book with one round of two washrooms, and operations on it. */
import { samples, templateOfSample } from '#contracts/scout/samples/samples.ts'
import type { TemplateContent } from '#contracts/scout/templates.ts'
import type { Book } from '../src/data/book.ts'
import type { Operation, Work } from '../src/outbox/operation.ts'

const washroom = samples.find(({ code }) => code === 'WASHROOM_CLEANING')
if (!washroom) throw new Error('The sample for washrooms is missing')
export const content: TemplateContent = templateOfSample(washroom, 'en')

export const me = 'scout-1'
const at = '2026-11-27T08:00:00.000Z'

const amenity = (id: string, name: string) => ({
  id,
  name,
  type: 'WASHROOM',
  buildingId: 'building',
  locationId: null,
  location: null,
  codeHash: null,
})
const places = [amenity('place-1', 'Washroom 1'), amenity('place-2', 'Washroom 2')]

export const book: Book = {
  serverTime: at,
  cursor: 'c1',
  scout: {
    id: me,
    kind: 'SUPERVISOR',
    alias: 'Sam',
    blind: true,
    state: 'ACTIVE',
    scope: { buildingIds: ['building'] },
    buildings: [{ id: 'building', name: 'Main building' }],
    validFrom: '2026-01-01',
    validUntil: '2026-12-31',
    extraRounds: false,
    language: 'en',
    name: 'Sam',
    displayName: null,
    notifications: { mail: false },
    privacyNotice: { version: 1, accepted: true },
    organisation: { name: 'House', timeZone: 'Europe/Berlin' },
    serverTime: at,
    version: 1,
  },
  sites: [],
  locations: [],
  amenities: places,
  partial: false,
  templates: [{ id: 'template', version: 3, ...content }],
  rounds: [
    {
      id: 'round',
      number: 1,
      title: 'Morning round',
      state: 'ACCEPTED',
      building: { id: 'building', name: 'Main building' },
      scout: { id: me, name: 'Sam' },
      extra: false,
      opensAt: at,
      dueBy: '2026-11-28T08:00:00.000Z',
      startedAt: null,
      submittedAt: null,
      reviewedAt: null,
      stopCount: 2,
      doneCount: 0,
      score: null,
      passed: null,
      note: null,
      reason: null,
      returned: null,
      version: 1,
      stops: places.map((place, position) => ({
        id: `stop-${position + 1}`,
        position,
        amenity: place,
        templateId: 'template',
        templateVersion: null,
        inspection: null,
      })),
    },
  ],
  inspections: [],
  findings: [],
  conflicts: [],
  categories: [{ type: 'WASHROOM', code: 'NO_SOAP', name: 'No soap' }],
}

let count = 0

export const operation = (work: Work, more: Partial<Operation> = {}): Operation => {
  const seq = ++count
  return {
    id: `operation-${seq}`,
    seq,
    at: new Date(Date.parse(at) + seq * 60_000).toISOString(),
    owner: me,
    ownerName: 'Sam',
    taskId: 'stop-1',
    taskTitle: 'Washroom 1',
    work,
    state: 'WAITING',
    tries: 0,
    round: 0,
    ...more,
  }
}

export const started = operation({
  kind: 'round.start',
  fields: { roundId: 'round', templateVersions: { template: 3 } },
})

export const begun = (stopId: string): Operation =>
  operation({ kind: 'inspection.begin', fields: { roundId: 'round', stopId, qrCode: 'ABCDE' } })

export const answer = (
  inspectionId: string,
  questionId: string,
  value: boolean | number | string[] | string | null,
): Operation =>
  operation({
    kind: 'inspection.answers',
    fields: { inspectionId, answers: [{ questionId, value, base: 0 }] },
  })

/** The best answer to each question. */
export const answersOf = (inspectionId: string): Operation[] =>
  content.sections
    .flatMap(({ questions }) => questions)
    .filter(({ kind }) => kind === 'SCALE' || kind === 'YES_NO')
    .map(({ id, kind }) => answer(inspectionId, id, kind === 'SCALE' ? 5 : true))
