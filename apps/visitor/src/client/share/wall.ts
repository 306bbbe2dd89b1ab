/** Behaviour of a wall: shows blocks in turns if they do not all fit. */
import { careForWall } from '#ui/wall.ts'

const turnEvery = 20_000
/** Offsets in pixels on a circle, against burn-in, too small to be noticed. */
const steps = [
  [0, 0],
  [4, 0],
  [8, 4],
  [8, 8],
  [4, 8],
  [0, 4],
] as const

const blocks = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('#blocks > .block')]

const isTooTall = (): boolean => document.documentElement.scrollHeight > innerHeight + 1

const rowsOf = (block: HTMLElement): HTMLElement[] => [
  ...block.querySelectorAll<HTMLElement>(':scope > .rows > li, :scope > dl > div'),
]

/** Where a turn starts: at a block or, in a block higher than the wall, at one of its rows. */
interface Place {
  readonly block: number
  readonly row: number
}

/**
 * Shows as many blocks as fit from here on, or rows of one block, at least one. @returns the first that does
 * not fit
 */
const show = (all: readonly HTMLElement[], from: Place): Place => {
  for (const [index, block] of all.entries()) {
    block.hidden = index !== from.block
    for (const [at, row] of rowsOf(block).entries()) row.hidden = index === from.block && at < from.row
    const rest = block.querySelector<HTMLElement>(':scope > .rest')
    if (rest) rest.hidden = false
  }
  const first = all[from.block]
  const rows = first ? rowsOf(first) : []
  // The number of left-out rows is shown with the last row.
  const rest = first?.querySelector<HTMLElement>(':scope > .rest')
  if (rest) rest.hidden = isTooTall()
  for (let last = rows.length - 1; last > from.row && isTooTall(); last--) {
    const row = rows[last]
    if (row) row.hidden = true
  }
  // No row is cut off at the edge; the rest is shown in the next turn.
  const left = rows.findIndex((row, at) => at > from.row && row.hidden)
  if (left !== -1) return { block: from.block, row: left }
  let to = from.block + 1
  for (; to < all.length; to++) {
    const block = all[to]
    if (!block) break
    block.hidden = false
    if (isTooTall()) {
      block.hidden = true
      break
    }
  }
  return { block: to, row: 0 }
}

/** @returns a function to call after the blocks were updated */
export const startWall = (): (() => void) => {
  const start: Place = { block: 0, row: 0 }
  let first = start
  let next = start

  const arrange = (): void => {
    const all = blocks()
    const block = all[first.block]
    // After an update the block may have fewer rows.
    if (!block || first.row >= Math.max(rowsOf(block).length, 1)) first = start
    next = show(all, first)
  }
  const turn = (): void => {
    first = next.block >= blocks().length ? start : next
    arrange()
  }
  arrange()
  setInterval(turn, turnEvery)
  addEventListener('resize', arrange)
  careForWall({ steps, parts: 'body > :is(main, p)' })
  return arrange
}
