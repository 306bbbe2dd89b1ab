/** Form values of a policy's targets. */

import { type Priority, priorities } from '#contracts/records.ts'
import type { SlaTarget, SlaTargets } from '#contracts/sla/policies.ts'
import { usualTargets } from '#contracts/sla/policies.ts'

export type Unit = 'MINUTES' | 'HOURS' | 'DAYS'

export interface Amount {
  /** '' while the field is empty */
  readonly count: number | ''
  readonly unit: Unit
}

export interface TargetDraft {
  readonly respond: Amount
  readonly resolve: Amount
  readonly clock: 'ALWAYS' | 'HOURS'
}
export type TargetDrafts = Readonly<Record<Priority, TargetDraft>>

const hourMinutes = 60

const amountOf = (minutes: number | undefined, days: number | undefined): Amount => {
  if (days !== undefined) return { count: days, unit: 'DAYS' }
  if (minutes === undefined) return { count: '', unit: 'HOURS' }
  return minutes % hourMinutes === 0
    ? { count: minutes / hourMinutes, unit: 'HOURS' }
    : { count: minutes, unit: 'MINUTES' }
}

const eachPriority = <T>(make: (priority: Priority) => T): Record<Priority, T> =>
  Object.fromEntries(priorities.map((priority) => [priority, make(priority)])) as Record<Priority, T>

export const targetDrafts = (targets: Readonly<Record<Priority, SlaTarget>> = usualTargets): TargetDrafts =>
  eachPriority((priority) => {
    const { respondMinutes, respondDays, resolveMinutes, resolveDays, clock = 'HOURS' } = targets[priority]
    return {
      respond: amountOf(respondMinutes, respondDays),
      resolve: amountOf(resolveMinutes, resolveDays),
      clock,
    }
  })

const mostMinutes = 525_600
const mostDays = 365

const minutesOf = ({ count, unit }: Amount): number => Number(count) * (unit === 'HOURS' ? hourMinutes : 1)

const isAmount = (amount: Amount): boolean =>
  Number.isInteger(amount.count) &&
  minutesOf(amount) >= 1 &&
  minutesOf(amount) <= (amount.unit === 'DAYS' ? mostDays : mostMinutes)

/** Whether each target is a whole number within the limits of the service. */
export const areTargets = (drafts: TargetDrafts): boolean =>
  priorities.every((priority) => isAmount(drafts[priority].respond) && isAmount(drafts[priority].resolve))

export const targetsFrom = (drafts: TargetDrafts): SlaTargets =>
  eachPriority((priority) => {
    const { respond, resolve, clock } = drafts[priority]
    return {
      ...(respond.unit === 'DAYS'
        ? { respondDays: Number(respond.count) }
        : { respondMinutes: minutesOf(respond) }),
      ...(resolve.unit === 'DAYS'
        ? { resolveDays: Number(resolve.count) }
        : { resolveMinutes: minutesOf(resolve) }),
      clock,
    }
  })
