/** Focus after a task was moved by its menu: its element is unmounted and mounted elsewhere. */
import { type RefObject, useEffect, useRef } from 'react'

/** @param isMoved whether this task was the last to be moved by its menu */
export const useFocusWhereMoved = (isMoved: boolean): RefObject<HTMLButtonElement | null> => {
  const menu = useRef<HTMLButtonElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only as it is drawn anew, and only where the focus was lost by that
  useEffect(() => {
    if (isMoved && document.activeElement === document.body) menu.current?.focus()
  }, [])
  return menu
}
