import { useEffect, useState } from 'react'

/** What a layer was opened from: a button, or the button of the menu whose item was chosen. */
const openerOf = (active: Element | null): Element | null => {
  const menu = active?.closest('[role="menu"]')
  return menu ? document.querySelector(`[aria-controls="${CSS.escape(menu.id)}"]`) : active
}

/**
 * For a layer that is there only while it is open: gives the focus back when it is taken away. The kit does so only
 * for layers that stay and are closed.
 */
export const useFocusBack = (opened: boolean): void => {
  // Before the layer is on the page: afterwards the focus is in it.
  const [opener] = useState(() => (opened ? openerOf(document.activeElement) : null))
  useEffect(
    () => () => {
      // The kit lets go of the focus a moment later.
      setTimeout(() => {
        const lost = document.activeElement === null || document.activeElement === document.body
        if (lost && opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
      }, 20)
    },
    [opener],
  )
}
