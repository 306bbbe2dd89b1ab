/** Findings of scouts; their states follow the task that they became. */
import { type Static, Type } from 'typebox'
import { Nullable } from '../kit/nullable.ts'
import { personal } from '../kit/personal.ts'
import { Version } from '../kit/pieces.ts'
import type { Move } from '../kit/states.ts'
import { Id, Timestamp } from '../kit/text.ts'
import { AmenityRef, Code, Image, type Priority, TaskStatus } from '../records.ts'
import { Verification } from '../tasks/records.ts'
import { PartId } from './templates.ts'

export const severities = ['CRITICAL', 'MAJOR', 'MINOR', 'OBSERVATION'] as const
export const Severity = Type.Enum([...severities])
export type Severity = Static<typeof Severity>

/** Priority of the task; an observation makes none, and a safety category is URGENT. */
export const priorityOfSeverity: Readonly<Record<Exclude<Severity, 'OBSERVATION'>, Priority>> = {
  CRITICAL: 'URGENT',
  MAJOR: 'HIGH',
  MINOR: 'MEDIUM',
}

export const findingStates = [
  'REPORTED',
  'ACCEPTED',
  'FIXED',
  'VERIFIED',
  'REOPENED',
  'MERGED',
  'REJECTED',
  'WITHDRAWN',
] as const
export const FindingState = Type.Enum([...findingStates])
export type FindingState = Static<typeof FindingState>

/** `task`: it follows the task. */
export const findingMoves = [
  { from: ['REPORTED'], to: 'ACCEPTED', by: ['task'] },
  { from: ['REPORTED', 'ACCEPTED', 'REOPENED'], to: 'FIXED', by: ['task'] },
  { from: ['FIXED'], to: 'VERIFIED', by: ['scout', 'task'] },
  { from: ['FIXED', 'VERIFIED'], to: 'REOPENED', by: ['scout', 'task'] },
  { from: ['REPORTED', 'ACCEPTED'], to: 'MERGED', by: ['scout'] },
  { from: ['REPORTED', 'ACCEPTED'], to: 'WITHDRAWN', by: ['scout'] },
  { from: ['REPORTED', 'ACCEPTED', 'FIXED', 'REOPENED', 'VERIFIED'], to: 'REJECTED', by: ['ADMIN', 'task'] },
] as const satisfies readonly Move<FindingState>[]

/** States in which somebody may still have to do something. */
export const openFindingStates = [
  'REPORTED',
  'ACCEPTED',
  'FIXED',
  'REOPENED',
] as const satisfies readonly FindingState[]

export const Finding = Type.Object({
  id: Id,
  amenity: AmenityRef,
  round: Nullable(Type.Object({ id: Id, number: Type.Integer({ minimum: 1 }) })),
  inspectionId: Nullable(Id),
  questionId: Nullable(PartId),
  category: Code,
  categoryName: Type.String(),
  severity: Severity,
  text: personal(Type.String()),
  photos: Type.Array(Image),
  state: FindingState,
  /** the task was there before */
  joined: Type.Boolean(),
  mergedInto: Nullable(Id),
  task: Nullable(
    Type.Object({
      number: Type.Integer({ minimum: 1 }),
      title: Type.String(),
      status: TaskStatus,
      dueAt: Nullable(Timestamp),
      verification: Verification,
    }),
  ),
  /** public notes of the task, without names */
  notes: Type.Array(Type.Object({ at: Timestamp, text: personal(Type.String()) })),
  /** why it was rejected or withdrawn */
  reason: personal(Nullable(Type.String())),
  createdAt: Timestamp,
  verifiedAt: Nullable(Timestamp),
  version: Version,
})
export type Finding = Static<typeof Finding>
