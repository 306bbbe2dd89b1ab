import { type OperationalState, operationalStates } from '#contracts/records.ts'

/** The worst state; OPERATIONAL if there is none. */
export const worstState = (states: readonly OperationalState[]): OperationalState =>
  operationalStates[Math.max(0, ...states.map((state) => operationalStates.indexOf(state)))] ?? 'OPERATIONAL'
