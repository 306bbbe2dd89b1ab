/** What the changes of figures are against. */
import type { Static } from 'typebox'
import type { Period as PeriodSchema } from '#contracts/dashboard.ts'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'

export type Period = Pick<Static<typeof PeriodSchema>, 'from' | 'to' | 'timeZone' | 'compared'>

/** Choice of a text: against the year before, or the previous period. */
export const otherOf = ({ compared }: Pick<Period, 'compared'>): 'YEAR' | 'PREVIOUS' =>
  compared === undefined ? 'PREVIOUS' : 'YEAR'

/** A sentence with the days of the year before; empty where the previous period is meant. */
export const useComparedText = (): ((period: Pick<Period, 'compared'>) => string) => {
  const { period: texts } = useMessages()
  const { day } = useFormat()
  return ({ compared }) => {
    if (compared === undefined) return ''
    if (compared === null) return texts.notKept
    return texts.compared({ days: `${day(compared.from)} – ${day(compared.to)}` })
  }
}
