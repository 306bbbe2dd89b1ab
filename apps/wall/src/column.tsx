/** Blocks one below the other. What does not fit follows in the next turn, and no row is cut off. */
import type { ComponentChildren, JSX } from 'preact'
import { useCallback, useEffect, useLayoutEffect, useRef } from 'preact/hooks'

const turnEvery = 20_000

/** Shows as many rows as fit from `first` on, at least one. @returns the first that does not fit */
const showFrom = (column: HTMLElement, first: number): number => {
  const rows = [...column.querySelectorAll<HTMLElement>('.block > p, .rows > li')]
  const blockOf = (row: HTMLElement): HTMLElement | null => row.closest('.block')
  for (const row of rows) {
    row.hidden = true
    const block = blockOf(row)
    if (block) block.hidden = true
  }
  for (let at = first; at < rows.length; at++) {
    const row = rows[at]
    const block = row && blockOf(row)
    if (!row || !block) continue
    const isNew = block.hidden
    row.hidden = false
    block.hidden = false
    if (at === first || column.scrollHeight <= column.clientHeight) continue
    row.hidden = true
    block.hidden = isNew
    return at
  }
  return rows.length
}

export const Column = ({ children }: { children: ComponentChildren }): JSX.Element => {
  const column = useRef<HTMLDivElement>(null)
  const first = useRef(0)
  const next = useRef(0)
  const arrange = useCallback((): void => {
    const element = column.current
    if (!element) return
    const count = element.querySelectorAll('.block > p, .rows > li').length
    // After a new answer there may be fewer rows.
    if (first.current >= count) first.current = 0
    next.current = showFrom(element, first.current)
  }, [])
  useLayoutEffect(arrange)
  useEffect(() => {
    const turn = (): void => {
      first.current = next.current
      arrange()
    }
    const timer = setInterval(turn, turnEvery)
    addEventListener('resize', arrange)
    return () => {
      clearInterval(timer)
      removeEventListener('resize', arrange)
    }
  }, [arrange])
  return (
    <div class="column" ref={column}>
      {children}
    </div>
  )
}
