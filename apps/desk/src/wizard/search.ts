import type { WizardState } from '#contracts/wizard.ts'
import { one } from '#desk-kit/lib/search.ts'

/** The five screens, in order. */
export const stages = ['kind', 'place', 'rooms', 'people', 'print'] as const
export type Stage = (typeof stages)[number]

export interface WizardSearch {
  /** left out: where the person left off */
  readonly step?: Stage | undefined
}

export const readWizard = (search: Record<string, unknown>): WizardSearch => ({
  step: one(search.step, stages),
})

const stageOf = {
  BUILDING: 'place',
  FLOORS: 'place',
  AMENITIES: 'rooms',
  TEAM: 'people',
  ALERTS: 'people',
} as const

/** Steps of the run that a screen edits. */
export const stepsOf = (stage: Stage): WizardState['steps'][number]['name'][] =>
  (Object.keys(stageOf) as (keyof typeof stageOf)[]).filter((step) => stageOf[step] === stage)

/** The first screen whose steps are pending or have faults. */
export const resume = (state: WizardState): Stage => {
  if (state.run === 'NOT_STARTED' || (state.template === null && state.progress.done === 0)) return 'kind'
  const open = state.steps.find(({ state: how, faults }) => how === 'PENDING' || faults.length > 0)
  return open && state.run !== 'APPLIED' ? stageOf[open.name] : 'print'
}
