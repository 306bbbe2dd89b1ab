/** What a scout does, as it is stored on the phone and sent. */
import type { OperationFields, OperationKind } from '#contracts/scout/phone/sync.ts'
import type { Operation as GenericOperation } from '#offline/operation.ts'

type MoveKind = Exclude<OperationKind, 'media.confirm' | 'round.create' | 'finding.update'>

/** An operation of a push: its kind, and its fields with the ids of the service or of the operation that makes it. */
export type Move = { [K in MoveKind]: { readonly kind: K; readonly fields: OperationFields[K] } }[MoveKind]

/** What a photo belongs to. */
export type PhotoOwner =
  | { readonly inspectionId: string; readonly questionId: string }
  | { readonly findingId: string }

export interface PhotoWork {
  readonly kind: 'photo'
  readonly photo: Blob
  readonly of: PhotoOwner
}

export type Work = Move | PhotoWork

/**
 * TAKEN    another scout took the round
 * OVER     the round or the inspection was already in that state, or has ended
 * LACKING  mandatory answers or photos lack, or stops without an end
 * GONE     what it is about does not exist any more
 */
export type Why = 'TAKEN' | 'OVER' | 'LACKING' | 'GONE'

export type Operation = GenericOperation<Work, Why>

export type Answer = OperationFields['inspection.answers']['answers'][number]

const mostAnswers = 100

const last = (waiting: readonly Operation[]): Operation | undefined =>
  waiting.filter(({ work }) => work.kind !== 'photo').pop()

/** A second tap on the same button adds nothing. */
export const repeatOf = (waiting: readonly Operation[], work: Work): Operation | undefined => {
  if (work.kind === 'photo' || work.kind === 'finding.create') return undefined
  const before = last(waiting)
  return before && JSON.stringify(before.work) === JSON.stringify(work) ? before : undefined
}

const mergedAnswers = (before: readonly Answer[], answers: readonly Answer[]): Answer[] => [
  ...before.filter(({ questionId }) => answers.every((one) => one.questionId !== questionId)),
  ...answers,
]

/**
 * Answers of one inspection that were never sent are one operation. The subject of operations is their round, so that
 * held answers hold what comes after them.
 */
export const replacedBy = (
  waiting: readonly Operation[],
  work: Work,
  isInFlight: (id: string) => boolean,
): Operation | undefined => {
  const before = last(waiting)
  if (!before || before.tries > 0 || before.round > 0 || isInFlight(before.id)) return undefined
  if (before.work.kind !== 'inspection.answers' || work.kind !== 'inspection.answers') return undefined
  const { answers, inspectionId } = before.work.fields
  if (inspectionId !== work.fields.inspectionId) return undefined
  return mergedAnswers(answers, work.fields.answers).length <= mostAnswers ? before : undefined
}

export const mergedWork = (before: Work | undefined, work: Work): Work =>
  before?.kind === 'inspection.answers' && work.kind === 'inspection.answers'
    ? {
        ...work,
        fields: { ...work.fields, answers: mergedAnswers(before.fields.answers, work.fields.answers) },
      }
    : work

/** An operation of the push. */
export interface Wire {
  readonly clientId: string
  readonly at: string
  readonly kind: OperationKind
  readonly [field: string]: unknown
}

export const toWire = ({ id, at, work }: Operation): Wire | undefined =>
  work.kind === 'photo' ? undefined : { clientId: id, at, kind: work.kind, ...work.fields }
