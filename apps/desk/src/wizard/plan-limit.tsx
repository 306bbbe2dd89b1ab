/** Says that a list is longer than the plan allows, as soon as it is. */
import { Suspense } from 'react'
import { useMe } from '#desk-kit/lib/me.ts'
import { lazyComponent } from '#desk-kit/parts/lazy-component.tsx'
import type { OverLimitProps } from './over-limit.tsx'

const Lazy = lazyComponent(async () => (await import('./over-limit.tsx')).OverLimit)

export const OverLimit = (props: OverLimitProps) => (
  <Suspense fallback={null}>
    <Lazy {...props} />
  </Suspense>
)

/** What the plan allows, where that many more do not fit. */
export const useOverLimit = (quota: OverLimitProps['quota'], adds: number) => {
  const { used, limit } = useMe().limits[quota]
  return limit === null || adds === 0 || used + adds <= limit
    ? undefined
    : { quota, adds, used, allowed: limit }
}
