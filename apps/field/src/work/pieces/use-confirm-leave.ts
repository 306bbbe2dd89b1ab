/** Asks before unsent input is left. */
import { useLayoutEffect } from 'preact/hooks'
import { useAppServices } from '../app-services.ts'

/** Asks once before the screen is left while `hasInput` is true. */
export const useConfirmLeave = (hasInput: boolean): void => {
  const { drafts } = useAppServices()
  // At once: a notification may be tapped right after the last letter.
  useLayoutEffect(() => {
    if (!hasInput) return
    drafts.set(drafts.get() + 1)
    return () => drafts.set(Math.max(0, drafts.get() - 1))
  }, [hasInput, drafts])
}
