/** Keys that are typed between the press that opens the palette and the focus in its field. */

import { isUnderModal } from '../lib/keys.ts'

/** After this the palette did not come, as where its code cannot be loaded. */
const longestMs = 10_000

let held = ''
let release = (): void => {}

/** Keeps keys from the screen below. @returns ends it */
export const holdKeys = (onEscape: () => void): (() => void) => {
  release()
  const until = performance.now() + longestMs
  const press = (event: KeyboardEvent): void => {
    const { key } = event
    if (key === 'Tab' || isUnderModal() || performance.now() > until) {
      release()
      return
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    event.stopImmediatePropagation()
    if (key === 'Escape') onEscape()
    else if (key === 'Backspace') held = held.slice(0, -1)
    else if (key.length === 1) held += key
  }
  release = () => {
    removeEventListener('keydown', press, true)
    removeEventListener('part-failed', release)
    held = ''
  }
  addEventListener('keydown', press, true)
  addEventListener('part-failed', release)
  return release
}

/** @returns what was typed; from now on keys go where the focus is */
export const takeHeldKeys = (): string => {
  const typed = held
  release()
  return typed
}
