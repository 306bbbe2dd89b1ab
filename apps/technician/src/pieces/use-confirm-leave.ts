/** Confirmation before leaving a screen with unsent input. */
import { useLayoutEffect } from 'preact/hooks'
import { useAppServices } from '../app-services.ts'

/** Asks once before the screen is left while `hasInput` is true. */
export const useConfirmLeave = (hasInput: boolean): void => {
  const { drafts } = useAppServices()
  // A layout effect runs at once: a notification may be tapped right after typing.
  useLayoutEffect(() => {
    if (!hasInput) return
    drafts.set(drafts.get() + 1)
    return () => drafts.set(Math.max(0, drafts.get() - 1))
  }, [hasInput, drafts])
}
