/** What every screen on a wall does: it shifts its picture against burn-in, is dim at night, and stays on. */

const shiftEvery = 60_000
const nightFrom = 22
const nightTo = 6

export interface Burnable {
  /** offsets in pixels, one after the other and again */
  readonly steps: readonly (readonly [x: number, y: number])[]
  /** selects the parts that move: not the body, which would show scrollbars */
  readonly parts: string
}

const dim = (): void => {
  const hour = new Date().getHours()
  document.documentElement.classList.toggle('night', hour >= nightFrom || hour < nightTo)
}

const keepAwake = async (): Promise<void> => {
  try {
    if (!document.hidden) await navigator.wakeLock.request('screen')
  } catch {
    // Unsupported or on battery: the device's settings apply.
  }
}

export const careForWall = ({ steps, parts }: Burnable): void => {
  let step = 0
  dim()
  setInterval(() => {
    step = (step + 1) % steps.length
    const [x, y] = steps[step] ?? [0, 0]
    for (const part of document.querySelectorAll<HTMLElement>(parts)) part.style.translate = `${x}px ${y}px`
    dim()
  }, shiftEvery)
  // Keep the screen on while the wall is visible.
  void keepAwake()
  addEventListener('visibilitychange', () => void keepAwake())
}
