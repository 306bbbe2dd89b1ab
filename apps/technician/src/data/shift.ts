/** The user's operator record: duty, handovers and shift notes. */
import type { Client } from '#client/client.ts'
import type { CallInput } from '#client/types.ts'
import type { DutyChanged, OperatorDetail } from '#contracts/operator/records.ts'
import { getOperator, setDuty } from '#contracts/operator.ts'
import type { Operation } from '../outbox/operation.ts'
import type { TaskCache } from './task-cache.ts'

export interface ShiftSource {
  /** Reads the cache; sends no request. */
  recall(): Promise<OperatorDetail | undefined>
  /** @throws ApiError */
  read(operatorId: string): Promise<OperatorDetail>
  /** @throws ApiError */
  tell(operatorId: string, duty: CallInput<typeof setDuty>['body']): Promise<DutyChanged>
}

export const createShiftSource = (
  client: Client,
  cache: Pick<TaskCache, 'readShift' | 'writeShift'>,
  owner: () => { readonly id: string } | undefined,
): ShiftSource => {
  const keep = async <T extends OperatorDetail>(operator: T): Promise<T> => {
    const whose = owner()
    if (whose) await cache.writeShift({ owner: whose.id, operator })
    return operator
  }
  return {
    recall: async () => {
      const whose = owner()
      return whose && (await cache.readShift(whose.id))?.operator
    },
    read: async (id) => keep(await client.call(getOperator, { params: { id } })),
    tell: async (id, body) => keep(await client.call(setDuty, { params: { id }, body })),
  }
}

const day = 24 * 3600 * 1000

/** The record with pending operations applied; notes are shown for 24 hours. @param now milliseconds */
export const withShiftOperations = (
  operator: OperatorDetail,
  operations: readonly Operation[],
  now: number,
): OperatorDetail => {
  const waiting = operations.filter(
    ({ taskId, state }) => taskId === operator.id && (state === 'WAITING' || state === 'NEEDS_YOU'),
  )
  const read = new Map(
    waiting.flatMap(({ work, at }) =>
      work.kind === 'notes-read' ? work.noteIds.map((id) => [id, at] as const) : [],
    ),
  )
  const ended = waiting.some(({ work, state }) => work.kind === 'shift-end' && state === 'WAITING')
  return {
    ...operator,
    ...(ended ? { onDuty: false, duty: { state: 'OFF', until: null } as const } : {}),
    notes: operator.notes
      .filter(({ at }) => now - Date.parse(at) < day)
      .map((note) => ({ ...note, readAt: note.readAt ?? read.get(note.id) ?? null })),
  }
}
