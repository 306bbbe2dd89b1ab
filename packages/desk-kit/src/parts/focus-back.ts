import { useEffect, useState } from 'react'

/** The element that a layer was opened from; for a menu item, the button of its menu. */
const openerOf = (active: Element | null): Element | null => {
  const menu = active?.closest('[role="menu"]')
  return menu ? document.querySelector(`[aria-controls="${CSS.escape(menu.id)}"]`) : active
}

/** Returns the focus when a layer unmounts. Mantine does so only for layers that stay mounted and are closed. */
export const useFocusBack = (opened: boolean): void => {
  // Read before the layer mounts, since it takes the focus then.
  const [opener] = useState(() => (opened ? openerOf(document.activeElement) : null))
  useEffect(
    () => () => {
      // Mantine releases its focus trap a moment later.
      setTimeout(() => {
        const lost = document.activeElement === null || document.activeElement === document.body
        if (lost && opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
      }, 20)
    },
    [opener],
  )
}
