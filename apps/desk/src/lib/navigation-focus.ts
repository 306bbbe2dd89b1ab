/** Focus after navigation: at the heading of the new screen; after Back at the row that was opened. */
import { useMatch } from '@tanstack/react-router'
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

interface Navigation {
  /** went back or forward to where the person had been; undefined: has gone nowhere yet */
  back: boolean | undefined
  /** what had the focus when the navigation began */
  leftFrom: Element | null
}

const navigation: Navigation = { back: undefined, leftFrom: null }
/** The row that was opened last, by the address of its list. */
const openedRows = new Map<string, string>()

interface History {
  subscribe(listener: (event: { action: { type: string } }) => void): () => void
}

/** Called once, before the first navigation. */
export const watchNavigation = (history: History): void => {
  history.subscribe(({ action }) => {
    navigation.back = action.type === 'BACK' || action.type === 'FORWARD' || action.type === 'GO'
    navigation.leftFrom = document.activeElement
  })
}

const currentAddress = (): string => `${location.pathname}${location.search}`

/** Whoever has opened a dialog while the screen was still coming goes on typing in it. */
const hasOpenedDialog = (): boolean => {
  const { activeElement } = document
  return activeElement !== navigation.leftFrom && activeElement?.closest('[role="dialog"]') != null
}

const focusHeading = (element: HTMLElement | null): void => {
  if (!hasOpenedDialog()) element?.focus({ preventScroll: true })
  scrollTo(0, 0)
}

/** For the heading of a screen. The first screen leaves the focus where the browser puts it. */
export const useHeadingFocus = (): RefObject<HTMLHeadingElement | null> => {
  const heading = useRef<HTMLHeadingElement>(null)
  // Of this screen, not of the next one while this one is still shown.
  const pathname = useMatch({ strict: false, select: (match) => match.pathname })
  const last = useRef<string>(undefined)
  // Before the effects of a list, which may know a better place.
  useLayoutEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    if (navigation.back !== undefined) focusHeading(heading.current)
  }, [pathname])
  return heading
}

const rowLink = (id: string): HTMLElement | null =>
  document.querySelector(`main [data-row="${CSS.escape(id)}"] [data-row-link]`)

/**
 * For a list: remembers which row is left by, and comes back to it.
 * @param there the rows are
 */
export const useRowFocusRestore = (there: boolean): ((id: string) => void) => {
  const done = useRef(false)
  useEffect(() => {
    if (!there || done.current) return
    done.current = true
    const id = navigation.back ? openedRows.get(currentAddress()) : undefined
    const row = id ? rowLink(id) : null
    // Whoever has gone on by then keeps the focus where it is.
    const waits = document.activeElement === document.body || document.activeElement?.id === 'title'
    if (!row || !waits) return
    row.focus({ preventScroll: true })
    row.scrollIntoView({ block: 'center' })
  }, [there])
  return (id) => openedRows.set(currentAddress(), id)
}
