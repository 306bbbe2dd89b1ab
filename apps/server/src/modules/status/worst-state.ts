import { type OperationalState, operationalStates } from '#contracts/records.ts'

/** The worst of them; OPERATIONAL where there are none. */
export const worstState = (states: readonly OperationalState[]): OperationalState =>
  operationalStates[Math.max(0, ...states.map((state) => operationalStates.indexOf(state)))] ?? 'OPERATIONAL'
