/** Points and caps in the order in which they are shown. */
import type { Caps, Weights } from '#contracts/arena/records.ts'

export const weightNames: readonly (keyof Weights)[] = [
  'LOW',
  'MEDIUM',
  'HIGH',
  'URGENT',
  'effort',
  'photo',
  'help',
  'finding',
  'confirmed',
]
export const capNames: readonly (keyof Caps)[] = ['perHour', 'perDay', 'holdHours']
