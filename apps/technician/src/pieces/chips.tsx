/** Filters of the list as chips, in a row that scrolls sideways on a phone. */
import type { JSX, RefObject } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Icon } from '#field-kit/icon.tsx'
import { type FilterName, type Filters, filterNames, writeFilters } from '../data/sections.ts'
import { useRouter } from '../use-router.ts'
import { useWords } from '../words.ts'

/** Tolerance in pixels: with enlarged text, scroll positions are fractional. */
const slack = 2

/** At which ends the row can scroll: 'start', 'end', 'start end' or undefined. */
const useMore = (row: RefObject<HTMLElement | null>): string | undefined => {
  const [more, setMore] = useState<string | undefined>(undefined)
  useLayoutEffect(() => {
    const element = row.current
    if (!element) return
    const look = (): void => {
      // In right-to-left languages scrollLeft is negative.
      const pushed = Math.abs(element.scrollLeft)
      const rest = element.scrollWidth - element.clientWidth - pushed
      const ends = [pushed > slack && 'start', rest > slack && 'end'].filter((end) => end !== false)
      setMore(ends.length > 0 ? ends.join(' ') : undefined)
    }
    look()
    const sizes = new ResizeObserver(look)
    sizes.observe(element)
    for (const chip of element.children) sizes.observe(chip)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      sizes.disconnect()
      element.removeEventListener('scroll', look)
    }
  })
  return more
}

export const Chips = ({
  filters,
  buildings,
}: {
  filters: Filters
  buildings: readonly { id: string; name: string }[]
}): JSX.Element => {
  const words = useWords()
  const { go } = useRouter()
  const show = (next: Filters): void => go(`/app/work${writeFilters(next)}`, { replace: true })
  const label: Record<FilterName, string> = {
    mine: words.filterMine,
    free: words.filterFree,
    urgent: words.filterUrgent,
    overdue: words.filterOverdue,
  }
  // Mine and unassigned exclude each other.
  const rival: Partial<Record<FilterName, FilterName>> = { mine: 'free', free: 'mine' }
  const toggle = (name: FilterName): void => {
    const on = filters.names.includes(name)
    const others = filters.names.filter((one) => one !== name && one !== rival[name])
    show({ ...filters, names: on ? others : [...others, name] })
  }
  const chip = (key: string, text: string, on: boolean, press: () => void): JSX.Element => (
    <button type="button" class="chip" key={key} aria-pressed={on} onClick={press}>
      {on && <Icon name="check" />}
      {text}
    </button>
  )
  const row = useRef<HTMLFieldSetElement>(null)
  const more = useMore(row)
  return (
    <fieldset class="chips" data-more={more} ref={row}>
      <legend class="vh">{words.filters}</legend>
      {filterNames.map((name) => chip(name, label[name], filters.names.includes(name), () => toggle(name)))}
      {buildings.length > 1 &&
        buildings.map(({ id, name }) =>
          chip(id, name, filters.building === id, () =>
            show({ ...filters, building: filters.building === id ? undefined : id }),
          ),
        )}
    </fieldset>
  )
}
