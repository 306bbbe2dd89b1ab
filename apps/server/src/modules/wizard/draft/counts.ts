/** What a plan would create, compared with the tenant's limits. */

import { type WizardPreview, type WizardStepName, wizardSteps } from '#contracts/wizard.ts'
import type { StaffContext } from '#server/platform/context.ts'
import { countUsed } from '#server/platform/gate/plan-limits.ts'
import { readLimits } from '#server/platform/gate/tenant-status.ts'
import type { FaultWords } from '../words.ts'
import type { Plan } from './plan.ts'
import type { Drafted } from './propose.ts'

export type AddedCounts = Pick<
  WizardPreview,
  'buildings' | 'locations' | 'amenities' | 'qrCodes' | 'users' | 'alertRules'
>

export const countsOf = (plan: Plan): AddedCounts => ({
  buildings: plan.building ? 1 : 0,
  locations: plan.building ? plan.floors.size : 0,
  amenities: plan.building ? plan.amenities.length : 0,
  qrCodes: plan.building ? plan.amenities.length : 0,
  users: plan.people.length,
  alertRules: plan.rules.length,
})

/** @param adds what will be created; nothing if it already was */
export const limitsOf = async (
  ctx: StaffContext,
  adds: Pick<AddedCounts, 'buildings' | 'qrCodes' | 'users'>,
): Promise<WizardPreview['limits']> => {
  const [allowed, buildings, qrCodes, members] = await Promise.all([
    readLimits(ctx),
    countUsed(ctx, 'buildings'),
    countUsed(ctx, 'qrCodes'),
    countUsed(ctx, 'members'),
  ])
  const limit = <N extends 'buildings' | 'qrCodes' | 'members'>(name: N, used: number, more: number) => {
    const most = allowed[name]
    return { name, used, adds: more, allowed: most, fits: most === null || more === 0 || used + more <= most }
  }
  return [
    limit('buildings', buildings, adds.buildings),
    limit('qrCodes', qrCodes, adds.qrCodes),
    limit('members', members, adds.users),
  ]
}

/** Whether the draft is the unchanged example. */
export const isExample = ({ building }: Plan, { BUILDING }: Drafted): boolean =>
  building !== undefined && BUILDING.example === true

type FaultOfStep = WizardPreview['faults'][number]

/** Everything that keeps a plan from being applied. */
export const obstaclesOf = (plan: Plan, words: FaultWords): FaultOfStep[] => {
  const faults = wizardSteps.flatMap((step) => plan.faults[step].map((fault) => ({ step, ...fault })))
  if (faults.length > 0) return faults
  const say = (step: WizardStepName, message: string): FaultOfStep[] => [
    { step, row: 1, column: 'name', message },
  ]
  if (!plan.building && plan.floors.size + plan.amenities.length > 0)
    return say('BUILDING', words.needsBuilding)
  return Object.values(countsOf(plan)).every((count) => count === 0) ? say('BUILDING', words.nothing) : []
}
