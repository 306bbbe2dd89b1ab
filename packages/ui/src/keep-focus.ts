/**
 * Restores the keyboard focus after its element was removed or disabled: a finished row, a button after its last
 * press, a button that is disabled while it works. Without this, keyboard and screen reader users start again at the
 * top.
 */

/** By the tag of an element around the lost focus: which element within it gets the focus. */
const goals: Readonly<Record<string, string>> = {
  LI: 'a, button',
  TR: 'a, button',
  SECTION: 'h2',
  DIALOG: 'h2',
  BODY: 'h1',
}

/** Wait, because dialogs, lists and headings that set the focus themselves do so a moment later. */
const restMs = 100

/** The element and its ancestors; beside a row also its neighbours, which may take its place. */
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

/** @returns a function that ends it */
export const keepFocus = (): (() => void) => {
  let lastFocused: HTMLElement | undefined
  let around: readonly Element[] = []
  let timer: ReturnType<typeof setTimeout> | undefined

  const onFocusIn = ({ target }: FocusEvent): void => {
    if (!(target instanceof HTMLElement)) return
    // The wait of an earlier loss would end too soon for whoever returns the focus from here.
    clearTimeout(timer)
    timer = undefined
    lastFocused = target
    around = placesAround(target)
  }
  // Forget the element if the person moved the focus away, not if it was removed or disabled.
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
