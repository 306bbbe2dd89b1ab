/** Navigation tree: each screen is in the rail, in the set-up overview, or below another screen. */
import type { Me } from '#contracts/auth.ts'
import { hasRole } from '../lib/contract.ts'
import { type ScreenFacts, type SetupPart, setupParts } from './screen-kinds.ts'

export interface NavNode extends ScreenFacts {
  readonly name: string
}

let all: readonly NavNode[] = []

/** Called once by the app, before anything is drawn. */
export const registerScreens = (screens: Readonly<Record<string, ScreenFacts>>): void => {
  all = Object.entries(screens).map(([name, facts]) => ({ ...facts, name }))
}

export const navNodeOf = (name: string): NavNode | undefined => all.find((one) => one.name === name)

/** Screens that can be opened without a record id. */
export const navNodesFor = (me: Me | undefined): NavNode[] =>
  all.filter((one) => !one.path.includes('$') && hasRole(me, one.reads))

const isPart = (area: string | undefined): area is SetupPart =>
  (setupParts as readonly (string | undefined)[]).includes(area)

export const setupPartOf = (one: NavNode): SetupPart | undefined => (isPart(one.area) ? one.area : undefined)

/** Entries of the rail, at most nine. */
export const railFor = (me: Me | undefined): NavNode[] =>
  navNodesFor(me).filter(({ area }) => area === 'work' || area === 'places' || area === 'setup')

/** The screen that lists the parts of the set-up. */
const setupOverview = (): NavNode | undefined => all.find(({ area }) => area === 'setup')

/** The entry of the rail that is highlighted for a screen. */
export const railNameOf = (one: NavNode): string => {
  if (setupPartOf(one)) return setupOverview()?.name ?? one.name
  const parent = one.under === undefined ? undefined : navNodeOf(one.under)
  return parent ? railNameOf(parent) : one.name
}

export const accountScreens = (): readonly NavNode[] => all.filter(({ area }) => area === 'account')

export const parentOf = (name: string): NavNode | undefined => {
  const one = navNodeOf(name)
  if (!one) return undefined
  if (one.under) return navNodeOf(one.under)
  return setupPartOf(one) ? setupOverview() : undefined
}

export const navNodeAt = (path: string): NavNode | undefined => all.find((one) => one.path === path)
