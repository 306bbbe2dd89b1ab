/** Who is signed in, and what roles and the organisation's plan allow. */
import type { QueryKey } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import type { ApiError } from '#client/errors.ts'
import type { Me } from '#contracts/auth.ts'
import type { PlanFeature } from '#contracts/kit/plan-features.ts'
import { type Role, roles } from '#contracts/kit/vocabulary.ts'
import type { Theme } from '#contracts/preferences.ts'
import type { DeskLanguage } from './messages.ts'

/** What the frame needs to know about the person, in any realm. */
export interface Viewer {
  readonly name: string
  /** at the head of the navigation and in window titles */
  readonly organisation: string
  readonly language: string | null | undefined
  readonly theme: Theme | undefined
  readonly shortcuts: boolean
  readonly timeZone: string
  /** 1 is Monday */
  readonly firstDay: number
  /** undefined in other realms than staff */
  readonly staff: Me | undefined
}

/** A preference that is chosen in the account menu or the keyboard help. */
export interface Choice {
  readonly language?: DeskLanguage
  readonly theme?: Theme
  readonly shortcuts?: boolean
}

/** How a realm knows the person who is signed in. */
export interface MeSource<Answer> {
  readonly query: {
    readonly queryKey: QueryKey
    readonly queryFn: () => Promise<Answer>
    readonly staleTime: number
  }
  readonly viewerOf: (answer: Answer) => Viewer
  /** a hook */
  readonly useChoose: () => {
    readonly mutate: (choice: Choice) => void
    readonly error: ApiError | null
  }
}

export const ViewerContext = createContext<Viewer | undefined>(undefined)

export const useViewer = (): Viewer => {
  const viewer = useContext(ViewerContext)
  if (!viewer) throw new Error('Nobody is signed in')
  return viewer
}

/** For screens of staff. */
export const useMe = (): Me => {
  const { staff } = useViewer()
  if (!staff) throw new Error('Nobody of the staff is signed in')
  return staff
}

export const highest = (held: readonly Role[]): Role =>
  roles.findLast((role) => held.includes(role)) ?? 'TECHNICIAN'

export const includesRole = (held: readonly Role[], needed: Role): boolean =>
  roles.indexOf(highest(held)) >= roles.indexOf(needed)

/** Support is no person: it sees what administrators see, and changes nothing. */
export const rolesOf = (me: Me | undefined): readonly Role[] => me?.user?.roles ?? (me?.key ? ['ADMIN'] : [])

/** Whether the plan includes a feature. */
export const useEntitled = (feature: PlanFeature): boolean => useMe().entitlements.includes(feature)

export const useHasRole = (needed: Role): boolean => includesRole(rolesOf(useMe()), needed)
