/** What plans limit by number, and how the module that owns the table counts it (`counts` of its manifest). */
import type { PlanLimits } from '#contracts/kit/plan-limits.ts'

export const countedResources = [
  'buildings',
  'qrCodes',
  'qrStock',
  'members',
  'apiKeys',
  'webhooks',
  'shareLinks',
  'scouts',
] as const
export type CountedResource = (typeof countedResources)[number]

export interface Count {
  /** of one row `n`; $1 is the tenant, $2 the moment where it is `timed` */
  readonly text: string
  /** what is over by itself at a time does not count then */
  readonly timed?: true
  /** for people, in the plural */
  readonly noun: string
  readonly limit: keyof PlanLimits
}

export type Counts = Readonly<Record<CountedResource, Count>>
