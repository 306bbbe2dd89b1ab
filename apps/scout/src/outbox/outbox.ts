/** The outbox of a scout. */
import * as engine from '#offline/outbox.ts'
import type { Rules } from '#offline/rules.ts'
import type { Refusal } from '#offline/verdict.ts'
import {
  mergedWork,
  type Operation,
  repeatOf,
  replacedBy,
  toWire,
  type Why,
  type Wire,
  type Work,
} from './operation.ts'

export type Outbox = engine.Outbox<Work, Why>
export type Transport = engine.Transport<Work, Why, Wire>

/** Moves that are only late where the record has the state already. */
const isMove = ({ kind }: Work): boolean =>
  kind !== 'photo' && !['inspection.answers', 'finding.create'].includes(kind)

/** @param path field that was rejected; `id` says that the state of the record does not allow it */
export const refusal = ({ work }: Operation, code: string, path?: string): Refusal<Why> => {
  if (code === 'NOT_FOUND') return { state: 'NEEDS_YOU', why: 'GONE' }
  if (code === 'CONFLICT') return { state: isMove(work) ? 'SETTLED' : 'NEEDS_YOU', why: 'TAKEN' }
  if (code !== 'VALIDATION_ERROR') return { state: 'NEEDS_YOU', why: 'REFUSED' }
  if (path === 'id') return { state: isMove(work) ? 'SETTLED' : 'NEEDS_YOU', why: 'OVER' }
  const isLacking = path !== undefined && /^(answers|stops)\./.test(path)
  return { state: 'NEEDS_YOU', why: isLacking ? 'LACKING' : 'REFUSED' }
}

const rules: Rules<Work, Why, Wire> = {
  // Photos of what is completed are confirmed in the same push, which takes 100.
  batchSize: 60,
  isAlone: () => false,
  toWire,
  repeatOf,
  replacedBy,
  mergedWork,
  // Photos are confirmed before what needs them, their bytes follow (`transport.ts`).
  requiresPhoto: () => 'NO',
  refusal,
}

export const createOutbox = (settings: Omit<engine.OutboxSettings<Work, Why, Wire>, 'rules'>): Outbox =>
  engine.createOutbox({ ...settings, rules })
