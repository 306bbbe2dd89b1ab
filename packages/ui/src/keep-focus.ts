/**
 * Where the focus goes when what had it is taken away: a row that is done, a button after its last press, one that is off
 * while it works. Whoever works by keys or by ear would stand before the whole page again.
 */

/** What to go on from, by the nearest place around that is still there. */
const goals: Readonly<Record<string, string>> = {
  LI: 'a, button',
  TR: 'a, button',
  SECTION: 'h2',
  DIALOG: 'h2',
  BODY: 'h1',
}

/** Layers that close, lists and headings know a better place, and are a moment later. */
const restMs = 100

/** Itself and all around it, and beside a row the rows that may come into its place. */
const placesAround = (from: Element): Element[] => {
  const places: Element[] = []
  for (let place: Element | null = from; place; place = place.parentElement) {
    places.push(place)
    if (goals[place.tagName] !== goals.LI) continue
    for (const row of [place.nextElementSibling, place.previousElementSibling]) if (row) places.push(row)
  }
  return places
}

const goalIn = (place: Element): HTMLElement | null => {
  const goal = place.isConnected ? goals[place.tagName] : undefined
  return goal === undefined ? null : place.querySelector<HTMLElement>(goal)
}

/** @returns ends it */
export const keepFocus = (): (() => void) => {
  let lastFocused: HTMLElement | undefined
  let around: readonly Element[] = []
  let timer: ReturnType<typeof setTimeout> | undefined

  const onFocusIn = ({ target }: FocusEvent): void => {
    if (!(target instanceof HTMLElement)) return
    lastFocused = target
    around = placesAround(target)
  }
  // What goes away, or is off, was left by nobody.
  const onFocusOut = (): void =>
    queueMicrotask(() => {
      if (
        lastFocused?.isConnected &&
        !lastFocused.matches(':disabled') &&
        document.activeElement !== lastFocused
      )
        lastFocused = undefined
    })
  const restoreFocus = (): void => {
    timer = undefined
    const isLost = document.activeElement === null || document.activeElement === document.body
    if (!lastFocused || !isLost) return
    const goal = lastFocused.isConnected ? lastFocused : around.map(goalIn).find((one) => one !== null)
    if (!goal || goal.matches(':disabled')) return
    if (goal.matches('h1, h2')) goal.tabIndex = -1
    goal.focus({ preventScroll: true })
  }
  const watch = new MutationObserver(() => {
    if (lastFocused && document.activeElement !== lastFocused) timer ??= setTimeout(restoreFocus, restMs)
  })
  addEventListener('focusin', onFocusIn)
  addEventListener('focusout', onFocusOut)
  watch.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
  return () => {
    clearTimeout(timer)
    watch.disconnect()
    removeEventListener('focusin', onFocusIn)
    removeEventListener('focusout', onFocusOut)
  }
}
