/** Asks before unsent input is left. */
import { useLayoutEffect } from 'preact/hooks'
import { useAppServices } from '../app-services.ts'

/** While `isBegun` holds, whoever leaves is asked once. */
export const useConfirmLeave = (isBegun: boolean): void => {
  const { drafts } = useAppServices()
  // At once: a notification may be tapped right after the last letter.
  useLayoutEffect(() => {
    if (!isBegun) return
    drafts.set(drafts.get() + 1)
    return () => drafts.set(Math.max(0, drafts.get() - 1))
  }, [isBegun, drafts])
}
