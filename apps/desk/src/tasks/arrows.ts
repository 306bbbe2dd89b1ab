/** Arrow keys between the tasks of a board or calendar: within a group, and to the next group that has tasks. */
import type { KeyboardEvent } from 'react'

const across: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 }
const along: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 }

/** @param group selector of a column or day */
export const arrowsAmong =
  (group: string) =>
  (event: KeyboardEvent<HTMLElement>): void => {
    const { key, target, currentTarget } = event
    const step = across[key] ?? along[key]
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    // Only when a task has the focus: elsewhere arrows scroll, and open menus handle their own.
    if (!(target instanceof HTMLElement) || !target.matches('[data-row-link]')) return
    const groups = [...currentTarget.querySelectorAll<HTMLElement>(group)]
      .map((one) => [...one.querySelectorAll<HTMLElement>('[data-row-link]')])
      .filter((links) => links.length > 0)
    const at = groups.findIndex((links) => links.includes(target))
    const place = groups[at]?.indexOf(target) ?? -1
    const next = key in across ? groups[at + step]?.slice(0, place + 1).at(-1) : groups[at]?.[place + step]
    event.preventDefault()
    next?.focus()
    next?.scrollIntoView({ block: 'nearest' })
  }
