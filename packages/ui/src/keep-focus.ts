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
  let held: HTMLElement | undefined
  let around: readonly Element[] = []
  let timer: ReturnType<typeof setTimeout> | undefined

  const take = ({ target }: FocusEvent): void => {
    if (!(target instanceof HTMLElement)) return
    held = target
    around = placesAround(target)
  }
  // What goes away, or is off, was left by nobody.
  const leave = (): void =>
    queueMicrotask(() => {
      if (held?.isConnected && !held.matches(':disabled') && document.activeElement !== held) held = undefined
    })
  const look = (): void => {
    timer = undefined
    const isLost = document.activeElement === null || document.activeElement === document.body
    if (!held || !isLost) return
    const goal = held.isConnected ? held : around.map(goalIn).find((one) => one !== null)
    if (!goal || goal.matches(':disabled')) return
    if (goal.matches('h1, h2')) goal.tabIndex = -1
    goal.focus({ preventScroll: true })
  }
  const watch = new MutationObserver(() => {
    if (held && document.activeElement !== held) timer ??= setTimeout(look, restMs)
  })
  addEventListener('focusin', take)
  addEventListener('focusout', leave)
  watch.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
  return () => {
    clearTimeout(timer)
    watch.disconnect()
    removeEventListener('focusin', take)
    removeEventListener('focusout', leave)
  }
}
