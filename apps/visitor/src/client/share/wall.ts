/** What a wall needs besides: blocks in turns where they do not all fit, a shift against burn-in, dim nights. */

const turnEvery = 20_000
const shiftEvery = 60_000
/** Pixels, in a circle: small enough that nobody sees it, large enough for the panel. */
const steps = [
  [0, 0],
  [4, 0],
  [8, 4],
  [8, 8],
  [4, 8],
  [0, 4],
] as const
const nightFrom = 22
const nightTo = 6

const blocks = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('#blocks > .block')]

const isTooTall = (): boolean => document.documentElement.scrollHeight > innerHeight + 1

const rowsOf = (block: HTMLElement): HTMLElement[] => [
  ...block.querySelectorAll<HTMLElement>(':scope > .rows > li, :scope > dl > div'),
]

/** Where a turn begins: at a block, and of one that is higher than the wall at one of its rows. */
interface Place {
  readonly block: number
  readonly row: number
}

/** From here on as many blocks as fit, or of one as many rows, at least one; @returns the first that does not */
const show = (all: readonly HTMLElement[], from: Place): Place => {
  for (const [index, block] of all.entries()) {
    block.hidden = index !== from.block
    for (const [at, row] of rowsOf(block).entries()) row.hidden = index === from.block && at < from.row
    const rest = block.querySelector<HTMLElement>(':scope > .rest')
    if (rest) rest.hidden = false
  }
  const first = all[from.block]
  const rows = first ? rowsOf(first) : []
  // How many were left out is said with the last of them.
  const rest = first?.querySelector<HTMLElement>(':scope > .rest')
  if (rest) rest.hidden = isTooTall()
  for (let last = rows.length - 1; last > from.row && isTooTall(); last--) {
    const row = rows[last]
    if (row) row.hidden = true
  }
  // None of them is cut off at the edge: what is left comes at the next turn.
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

/** @returns what is done after the blocks were written anew */
export const startWall = (): (() => void) => {
  const root = document.documentElement
  const start: Place = { block: 0, row: 0 }
  let first = start
  let next = start

  const arrange = (): void => {
    const all = blocks()
    const block = all[first.block]
    // Written anew, it may have fewer.
    if (!block || first.row >= Math.max(rowsOf(block).length, 1)) first = start
    next = show(all, first)
  }
  const turn = (): void => {
    first = next.block >= blocks().length ? start : next
    arrange()
  }
  let step = 0
  const shift = (): void => {
    step = (step + 1) % steps.length
    const [x, y] = steps[step] ?? [0, 0]
    // Within the edge of the page: what is moved as a whole would be scrolled, with bars that stay.
    for (const part of document.body.querySelectorAll<HTMLElement>(':scope > :is(main, p)'))
      part.style.translate = `${x}px ${y}px`
  }
  const dim = (): void => {
    const hour = new Date().getHours()
    root.classList.toggle('night', hour >= nightFrom || hour < nightTo)
  }

  arrange()
  dim()
  setInterval(turn, turnEvery)
  setInterval(() => {
    shift()
    dim()
  }, shiftEvery)
  addEventListener('resize', arrange)
  // A wall that is looked at keeps its light.
  void keepAwake()
  addEventListener('visibilitychange', () => void keepAwake())
  return arrange
}

const keepAwake = async (): Promise<void> => {
  try {
    if (!document.hidden) await navigator.wakeLock.request('screen')
  } catch {
    // Browsers without it, and on battery: the device's own settings decide.
  }
}
