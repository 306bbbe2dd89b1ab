/** Times as the team reads them: those of a mystery visitor at 12:00 of their local day (decision 0089). */
import { storedZone } from '#server/platform/stored-zone.ts'

/** How times of one round are told. */
export type ToldTime = (at: Date) => string

const exactly: ToldTime = (at) => at.toISOString()

const noonIn =
  (zone: string): ToldTime =>
  (at) =>
    Temporal.Instant.fromEpochMilliseconds(at.getTime())
      .toZonedDateTimeISO(zone)
      .toPlainDate()
      .toZonedDateTime({ timeZone: zone, plainTime: '12:00' })
      .toInstant()
      .toString({ smallestUnit: 'millisecond' })

/** @param zone of the building, as stored */
export const toldTimeFor = (kind: string | null, zone: string): ToldTime =>
  kind === 'MYSTERY' ? noonIn(storedZone(zone)) : exactly
