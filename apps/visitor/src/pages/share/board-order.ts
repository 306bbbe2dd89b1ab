/** Order of a status board, by building and floor, and alternatives for what does not work. */
import type { OperationalState, ReportState } from '#contracts/records.ts'
import type { BoardEntry } from '#contracts/sharing/view.ts'
import { leastHopeful } from '#contracts/status/open-reports.ts'

export type ShownState = OperationalState | Exclude<ReportState, 'OK' | 'RESOLVED'>

/** Visitors' reports determine the state unless staff set another one than OPERATIONAL. */
export const shownState = (state: OperationalState, reports: readonly ReportState[]): ShownState =>
  state === 'OPERATIONAL' ? (leastHopeful(reports) ?? state) : state

export const stateOf = ({ state, report, items }: BoardEntry): ShownState =>
  shownState(state, [report, ...items.map((item) => item.report)])

export const isWell = (entry: BoardEntry): boolean => stateOf(entry) === 'OPERATIONAL'

/** Number of floors between two places; infinite if one has no floor. */
const floorsApart = (one: BoardEntry, other: BoardEntry): number =>
  one.level === null || other.level === null ? Number.POSITIVE_INFINITY : Math.abs(one.level - other.level)

/** The nearest working amenity of the same type in the building: same location first, then by floors. */
export const alternativeTo = (entry: BoardEntry, board: readonly BoardEntry[]): BoardEntry | undefined => {
  const works = board.filter(
    (one) => one !== entry && one.type === entry.type && one.building === entry.building && isWell(one),
  )
  const far = (one: BoardEntry): number => (one.location === entry.location ? -1 : floorsApart(entry, one))
  return works.toSorted((a, b) => (far(a) === far(b) ? 0 : far(a) - far(b)))[0]
}

export interface BoardFloor {
  readonly location: string | null
  readonly entries: readonly BoardEntry[]
}

export interface BoardBuilding {
  readonly name: string
  readonly floors: readonly BoardFloor[]
}

const groups = <T>(all: readonly T[], key: (one: T) => string): ReadonlyMap<string, readonly T[]> =>
  Map.groupBy(all, key)

const levelOf = ([first]: readonly BoardEntry[]): number => first?.level ?? Number.POSITIVE_INFINITY

/** Buildings by name, floors from the bottom up, places without a floor last; on a floor, problems first. */
export const groupByPlace = (board: readonly BoardEntry[], locale: string): BoardBuilding[] => {
  const order = new Intl.Collator(locale, { numeric: true })
  return [...groups(board, ({ building }) => building)]
    .sort(([a], [b]) => order.compare(a, b))
    .map(([name, entries]) => ({
      name,
      floors: [...groups(entries, ({ location }) => location ?? '')]
        .sort(
          ([a, some], [b, others]) =>
            Number(a === '') - Number(b === '') ||
            (levelOf(some) === levelOf(others) ? 0 : levelOf(some) - levelOf(others)) ||
            order.compare(a, b),
        )
        .map(([location, here]) => ({
          location: location || null,
          entries: [...here].sort(
            (a, b) => Number(isWell(a)) - Number(isWell(b)) || order.compare(a.amenity, b.amenity),
          ),
        })),
    }))
}
