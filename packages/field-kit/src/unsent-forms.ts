/** Forms with unsent input on the screen; leaving it asks for confirmation. */
import { useLayoutEffect } from 'preact/hooks'
import { cell } from '#client/cell.ts'
import type { KitWords } from './words.ts'

/** their number */
export const unsentForms = cell(0)

// A native dialog blocks all other input, including a tapped notification.
export const mayLeave = (words: Pick<KitWords, 'leave'>): boolean =>
  !unsentForms.get() || confirm(words.leave)

/** Asks once before the screen is left while `hasInput` is true. */
export const useConfirmLeave = (hasInput: boolean): void => {
  // A layout effect runs at once: a notification may be tapped right after typing.
  useLayoutEffect(() => {
    if (!hasInput) return
    unsentForms.set(unsentForms.get() + 1)
    return () => unsentForms.set(Math.max(0, unsentForms.get() - 1))
  }, [hasInput])
}
