/** Focus after navigation: the heading of the new screen; after Back, the row that was opened. */
import { useMatch } from '@tanstack/react-router'
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

interface Navigation {
  /** whether the last navigation went through the history; undefined: none yet */
  back: boolean | undefined
  /** the focused element when the navigation started */
  leftFrom: Element | null
}

const navigation: Navigation = { back: undefined, leftFrom: null }
/** The row opened last, by the path of its list. */
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

/** A dialog opened while the screen was loading keeps the focus. */
const hasOpenedDialog = (): boolean => {
  const { activeElement } = document
  return activeElement !== navigation.leftFrom && activeElement?.closest('[role="dialog"]') != null
}

const focusHeading = (element: HTMLElement | null): void => {
  if (!hasOpenedDialog()) element?.focus({ preventScroll: true })
  scrollTo(0, 0)
}

/** For the heading of a screen. The first screen leaves the initial focus to the browser. */
export const useHeadingFocus = (): RefObject<HTMLHeadingElement | null> => {
  const heading = useRef<HTMLHeadingElement>(null)
  // The path of this screen, which may still be shown while the next one loads.
  const pathname = useMatch({ strict: false, select: (match) => match.pathname })
  const last = useRef<string>(undefined)
  // Runs before the effects of a list, which may focus a row instead.
  useLayoutEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    if (navigation.back !== undefined) focusHeading(heading.current)
  }, [pathname])
  return heading
}

const rowLink = (id: string): HTMLElement | null =>
  document.querySelector(`main [data-row="${CSS.escape(id)}"] [data-row-link]`)

/** For a list: remembers the opened row and focuses it after Back. @param there whether the rows have loaded */
export const useRowFocusRestore = (there: boolean): ((id: string) => void) => {
  const done = useRef(false)
  useEffect(() => {
    if (!there || done.current) return
    done.current = true
    const id = navigation.back ? openedRows.get(currentAddress()) : undefined
    const row = id ? rowLink(id) : null
    // Anything focused meanwhile keeps the focus.
    const waits = document.activeElement === document.body || document.activeElement?.id === 'title'
    if (!row || !waits) return
    row.focus({ preventScroll: true })
    row.scrollIntoView({ block: 'center' })
  }, [there])
  return (id) => openedRows.set(currentAddress(), id)
}
