/** The book as it will be once the service has received what was done on this phone. */
import type { Finding } from '#contracts/scout/findings.ts'
import type { Inspection, RoundDetail, StoredAnswer } from '#contracts/scout/rounds.ts'
import { type GivenAnswers, scoreInspection, scoreRound } from '#contracts/scout/score.ts'
import type { Answer, Operation, PhotoWork } from '../outbox/operation.ts'
import { type Book, templateOf } from './book.ts'

interface Draft {
  readonly book: Book
  readonly rounds: Map<string, RoundDetail>
  readonly inspections: Map<string, Inspection>
  readonly findings: Map<string, Finding>
}

export const givenIn = ({ answers }: Pick<Inspection, 'answers'>): GivenAnswers =>
  new Map(answers.map(({ questionId, value, na }) => [questionId, { value, na }]))

/** Photos of each question, also those that are still on this phone. */
export const photoCounts = (
  { id, answers }: Pick<Inspection, 'id' | 'answers'>,
  operations: readonly Operation[],
): ReadonlyMap<string, number> => {
  const counts = new Map(answers.map(({ questionId, photos }) => [questionId, photos.length]))
  for (const { work, state } of operations)
    if (
      work.kind === 'photo' &&
      state === 'WAITING' &&
      'inspectionId' in work.of &&
      work.of.inspectionId === id
    )
      counts.set(work.of.questionId, (counts.get(work.of.questionId) ?? 0) + 1)
  return counts
}

const setRound = (draft: Draft, id: string, change: (round: RoundDetail) => Partial<RoundDetail>): void => {
  const round = draft.rounds.get(id)
  if (round) draft.rounds.set(id, { ...round, ...change(round) })
}

const setInspection = (draft: Draft, id: string, change: (one: Inspection) => Partial<Inspection>): void => {
  const inspection = draft.inspections.get(id)
  if (!inspection) return
  const after = { ...inspection, ...change(inspection) }
  draft.inspections.set(id, after)
  setRound(draft, after.round.id, ({ stops }) => {
    const { state, score, passed } = after
    const changed = stops.map((stop) =>
      stop.id === id ? { ...stop, inspection: { state, score, passed } } : stop,
    )
    const done = changed.filter((stop) => stop.inspection && stop.inspection.state !== 'IN_PROGRESS')
    return { stops: changed, doneCount: done.length }
  })
}

const begin = (draft: Draft, stopId: string, at: string, more: Partial<Inspection> = {}): void => {
  if (draft.inspections.has(stopId)) return
  for (const round of draft.rounds.values()) {
    const stop = round.stops.find(({ id }) => id === stopId)
    if (!stop) continue
    const template = templateOf(draft.book, stop)
    draft.inspections.set(stopId, {
      id: stopId,
      round: { id: round.id, number: round.number },
      amenity: stop.amenity,
      template: { id: stop.templateId, name: template?.name ?? '', version: template?.version ?? 1 },
      state: 'IN_PROGRESS',
      presence: 'UNPROVEN',
      noCodeReason: null,
      startedAt: at,
      completedAt: null,
      skipped: null,
      answers: [],
      score: null,
      passed: null,
      parts: [],
      criticalFailed: [],
      reopened: 0,
      version: 1,
      ...more,
    })
    setInspection(draft, stopId, () => ({}))
  }
}

/** An answer replaces value, `na` and note together; the photos stay. */
const answered = (
  before: readonly StoredAnswer[],
  answers: readonly Answer[],
  at: string,
): StoredAnswer[] => {
  const after = new Map(before.map((one) => [one.questionId, one]))
  for (const { questionId, value = null, na = false, note } of answers) {
    const known = after.get(questionId)
    after.set(questionId, {
      questionId,
      value,
      na,
      note: note || null,
      photos: known?.photos ?? [],
      at,
      version: known?.version ?? 0,
    })
  }
  return [...after.values()]
}

/** A photo that was sent is counted until the book is read again. */
const withPhoto = (
  before: readonly StoredAnswer[],
  questionId: string,
  key: string,
  at: string,
): StoredAnswer[] => {
  const image = { key, url: '', thumbnailUrl: '', width: 0, height: 0 } as StoredAnswer['photos'][number]
  const known = before.find((one) => one.questionId === questionId)
  if (known?.photos.some((photo) => photo.key === key)) return [...before]
  const answer = known ?? { questionId, value: null, na: false, note: null, photos: [], at, version: 0 }
  return [...before.filter((one) => one !== known), { ...answer, photos: [...answer.photos, image] }]
}

const complete = (draft: Draft, id: string, at: string): void =>
  setInspection(draft, id, (inspection) => {
    const stop = draft.rounds.get(inspection.round.id)?.stops.find((one) => one.id === id)
    const template = stop && templateOf(draft.book, stop)
    if (!template) return { state: 'COMPLETED', completedAt: at }
    const { score, passed, parts, criticalFailed } = scoreInspection(template, givenIn(inspection))
    return {
      state: 'COMPLETED',
      completedAt: at,
      score,
      passed,
      parts: [...parts],
      criticalFailed: [...criticalFailed],
    }
  })

const submit = (draft: Draft, id: string, at: string, note: string | undefined): void => {
  for (const stop of draft.rounds.get(id)?.stops ?? [])
    if (!stop.inspection || stop.inspection.state === 'IN_PROGRESS') {
      begin(draft, stop.id, at)
      setInspection(draft, stop.id, () => ({ state: 'SKIPPED' }))
    }
  setRound(draft, id, ({ stops }) => {
    const completed = stops.flatMap(({ inspection }) =>
      inspection?.state === 'COMPLETED'
        ? [{ score: inspection.score, passed: inspection.passed ?? false }]
        : [],
    )
    return { state: 'SUBMITTED', submittedAt: at, note: note ?? null, ...scoreRound(completed) }
  })
}

const nameOf = ({ categories, amenities }: Book, amenityId: string, code: string): string => {
  const type = amenities.find(({ id }) => id === amenityId)?.type
  return categories.find((one) => one.type === type && one.code === code)?.name ?? code
}

const report = (
  { book, findings, inspections }: Draft,
  id: string,
  at: string,
  fields: Extract<Operation['work'], { kind: 'finding.create' }>['fields'],
): void => {
  const amenity = book.amenities.find((one) => one.id === fields.amenityId)
  if (findings.has(id) || !amenity) return
  findings.set(id, {
    id,
    amenity: { id: amenity.id, name: amenity.name } as Finding['amenity'],
    round: inspections.get(fields.inspectionId ?? '')?.round ?? null,
    inspectionId: fields.inspectionId ?? null,
    questionId: fields.questionId ?? null,
    category: fields.category,
    categoryName: nameOf(book, amenity.id, fields.category),
    severity: fields.severity,
    text: fields.text ?? '',
    photos: [],
    state: 'REPORTED',
    joined: false,
    mergedInto: null,
    task: null,
    notes: [],
    reason: null,
    createdAt: at,
    verifiedAt: null,
    version: 1,
  })
}

const applyPhoto = (draft: Draft, { of }: PhotoWork, key: string, at: string): void => {
  if ('inspectionId' in of)
    setInspection(draft, of.inspectionId, ({ answers }) => ({
      answers: withPhoto(answers, of.questionId, key, at),
    }))
}

const apply = (draft: Draft, { id, at, owner, ownerName, work, state }: Operation): void => {
  switch (work.kind) {
    case 'photo':
      if (state === 'SENT') applyPhoto(draft, work, id, at)
      break
    case 'round.accept':
      setRound(draft, work.fields.roundId, () => ({
        state: 'ACCEPTED',
        scout: { id: owner, name: ownerName },
      }))
      break
    case 'round.decline':
      draft.rounds.delete(work.fields.roundId)
      break
    case 'round.start':
      setRound(draft, work.fields.roundId, ({ startedAt, stops }) => ({
        state: 'IN_PROGRESS',
        scout: { id: owner, name: ownerName },
        startedAt: startedAt ?? at,
        stops: stops.map((stop) => ({
          ...stop,
          templateVersion: stop.templateVersion ?? work.fields.templateVersions?.[stop.templateId] ?? null,
        })),
      }))
      break
    case 'round.pause':
      setRound(draft, work.fields.roundId, () => ({
        state: work.fields.paused ? 'PAUSED' : 'IN_PROGRESS',
        reason: work.fields.reason ?? null,
      }))
      break
    case 'round.submit':
      submit(draft, work.fields.roundId, at, work.fields.note)
      break
    case 'inspection.begin':
      begin(draft, work.fields.stopId ?? '', at, {
        presence: work.fields.qrCode ? 'SCANNED' : 'UNPROVEN',
        noCodeReason: work.fields.noCodeReason ?? null,
      })
      break
    case 'inspection.answers':
      setInspection(draft, work.fields.inspectionId, ({ answers }) => ({
        answers: answered(answers, work.fields.answers, at),
      }))
      break
    case 'inspection.complete':
      complete(draft, work.fields.inspectionId, at)
      break
    case 'inspection.skip': {
      const { inspectionId, reason, note } = work.fields
      begin(draft, inspectionId, at)
      setInspection(draft, inspectionId, () => ({
        state: 'SKIPPED',
        skipped: { reason, note: note ?? null },
      }))
      break
    }
    case 'inspection.reopen':
      setInspection(draft, work.fields.inspectionId, () => ({
        state: 'IN_PROGRESS',
        completedAt: null,
        score: null,
        passed: null,
        skipped: null,
      }))
      break
    case 'finding.create':
      report(draft, id, at, work.fields)
      break
    case 'finding.withdraw':
      setFinding(draft, work.fields.findingId, { state: 'WITHDRAWN' })
      break
    case 'finding.verify':
      setFinding(draft, work.fields.findingId, {
        state: work.fields.fixed ? 'VERIFIED' : 'REOPENED',
        verifiedAt: work.fields.fixed ? at : null,
      })
      break
    default:
      work satisfies never
  }
}

const setFinding = ({ findings }: Draft, id: string, change: Partial<Finding>): void => {
  const finding = findings.get(id)
  if (finding) findings.set(id, { ...finding, ...change })
}

/** Applies these operations in order; doing it twice changes nothing. */
export const applied = (book: Book, operations: readonly Operation[]): Book => {
  if (operations.length === 0) return book
  const byId = <T extends { readonly id: string }>(list: readonly T[]): Map<string, T> =>
    new Map(list.map((one) => [one.id, one]))
  const draft: Draft = {
    book,
    rounds: byId(book.rounds),
    inspections: byId(book.inspections),
    findings: byId(book.findings),
  }
  for (const operation of operations) apply(draft, operation)
  return {
    ...book,
    rounds: [...draft.rounds.values()],
    inspections: [...draft.inspections.values()],
    findings: [...draft.findings.values()],
  }
}

/**
 * With the operations that wait, and those answered after `readAt` (milliseconds, start of the last read), which the
 * read may not include.
 */
export const withPending = (book: Book, operations: readonly Operation[], readAt: number, me: string): Book =>
  applied(
    book,
    operations.filter(
      ({ owner, state, answeredAt = 0 }) =>
        owner === me && (state === 'WAITING' || (state === 'SENT' && answeredAt > readAt)),
    ),
  )

/** What was sent becomes part of the book, so that it stays when the outbox forgets it; findings come with their id. */
export const withSent = (book: Book, sent: readonly Operation[]): Book =>
  applied(
    book,
    sent.filter(({ work }) => work.kind !== 'finding.create'),
  )
