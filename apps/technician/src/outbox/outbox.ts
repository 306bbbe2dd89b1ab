/** The outbox of a technician. */
import type { BulkOperation } from '#contracts/tasks.ts'
import * as engine from '#offline/outbox.ts'
import type { Rules } from '#offline/rules.ts'
import type * as storage from '#offline/storage.ts'
import {
  isOfShift,
  mergedWork,
  type Operation,
  repeatOf,
  replacedBy,
  toWire,
  type Why,
  type Work,
} from './operation.ts'
import { refusal } from './refusal.ts'

export type Outbox = engine.Outbox<Work, Why>
export type Transport = engine.Transport<Work, Why, BulkOperation>
export type OutboxStorage = storage.OutboxStorage<Operation>
export type SafeStorage = storage.SafeStorage<Operation>

const rules: Rules<Work, Why, BulkOperation> = {
  batchSize: 200,
  isAlone: isOfShift,
  toWire,
  repeatOf,
  replacedBy,
  mergedWork,
  requiresPhoto: (work) => (work.kind === 'status' && work.status === 'DONE' ? 'IF_REFUSED' : 'NO'),
  refusal,
}

export const createOutbox = (
  settings: Omit<engine.OutboxSettings<Work, Why, BulkOperation>, 'rules'>,
): Outbox => engine.createOutbox({ ...settings, rules })
