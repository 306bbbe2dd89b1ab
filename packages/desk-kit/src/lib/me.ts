/** The current user's roles and the organisation's plan. */
import { createContext, useContext } from 'react'
import type { Me } from '#contracts/auth.ts'
import type { PlanFeature } from '#contracts/kit/plan-features.ts'
import { type Role, roles } from '#contracts/kit/vocabulary.ts'

export const MeContext = createContext<Me | undefined>(undefined)

export const useMe = (): Me => {
  const me = useContext(MeContext)
  if (!me) throw new Error('Nobody is signed in')
  return me
}

export const highest = (held: readonly Role[]): Role =>
  roles.findLast((role) => held.includes(role)) ?? 'TECHNICIAN'

export const includesRole = (held: readonly Role[], needed: Role): boolean =>
  roles.indexOf(highest(held)) >= roles.indexOf(needed)

/** Whether the plan includes a feature. */
export const useEntitled = (feature: PlanFeature): boolean => useMe().entitlements.includes(feature)

export const useHasRole = (needed: Role): boolean => includesRole(useMe().user?.roles ?? [], needed)
