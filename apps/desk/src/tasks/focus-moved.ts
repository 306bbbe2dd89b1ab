/** A task that was moved is drawn anew in another place: whoever moved it by its menu goes on from there. */
import { type RefObject, useEffect, useRef } from 'react'

/** @param isMoved the task of this menu was the last to be moved by one */
export const useFocusWhereMoved = (isMoved: boolean): RefObject<HTMLButtonElement | null> => {
  const menu = useRef<HTMLButtonElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only as it is drawn anew, and only where the focus was lost by that
  useEffect(() => {
    if (isMoved && document.activeElement === document.body) menu.current?.focus()
  }, [])
  return menu
}
