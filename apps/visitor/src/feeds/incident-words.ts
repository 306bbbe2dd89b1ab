/** Title of an incident: part and state. */
import type { Incident } from '#contracts/status.ts'
import { stateWord } from '../parts/state.tsx'
import type { View } from '../parts/view.ts'

export const incidentWords = ({ itemName, state, report }: Incident, view: View): string => {
  const worst = state === 'OPERATIONAL' && report !== 'OK' ? report : state
  return `${itemName}: ${stateWord(worst, view)}`
}
