/** Where a screen stands: in the rail, in the overview of the set-up, below another. Read from the screens. */
import type { Me } from '#contracts/auth.ts'
import { hasRole } from '../lib/contract.ts'
import type { ScreenFacts, SetupPart } from '../screen-kinds.ts'
import { setupParts } from '../screen-kinds.ts'
import { type ScreenName, screens } from '../screens.ts'

export interface Standing extends ScreenFacts {
  readonly name: ScreenName
}

const all = Object.entries(screens).map(
  ([name, facts]): Standing => ({ ...(facts as ScreenFacts), name: name as ScreenName }),
)

export const standingOf = (name: string): Standing | undefined => all.find((one) => one.name === name)

/** Screens that have an address of their own, without a record. */
export const placesFor = (me: Me): Standing[] =>
  all.filter((one) => !one.path.includes('$') && hasRole(me, one.reads))

const isPart = (area: string | undefined): area is SetupPart =>
  (setupParts as readonly (string | undefined)[]).includes(area)

export const partOf = (one: Standing): SetupPart | undefined => (isPart(one.area) ? one.area : undefined)

/** At most nine: daily work, places, and one entry for all that is set up. */
export const railFor = (me: Me): Standing[] =>
  placesFor(me).filter(({ area }) => area === 'work' || area === 'places' || area === 'setup')

/** The entry of the rail that a screen belongs to. */
export const railNameOf = (one: Standing): ScreenName => {
  if (partOf(one)) return 'setup'
  const above = one.under === undefined ? undefined : standingOf(one.under)
  return above ? railNameOf(above) : one.name
}

/** What a screen stands below, as its way back. */
export const aboveOf = (name: string): Standing | undefined => {
  const one = standingOf(name)
  if (!one) return undefined
  if (one.under) return standingOf(one.under)
  return partOf(one) ? standingOf('setup') : undefined
}

export const withPath = (path: string): Standing | undefined => all.find((one) => one.path === path)
