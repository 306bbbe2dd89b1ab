/** Tells for a few seconds what was done, over the screen; stays while it has the focus. */
import type { ComponentChildren, JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'

/** @param until milliseconds @param onEnd called once the time is over */
export const Toast = <T extends { readonly until: number }>({
  last,
  onEnd,
  children,
}: {
  last: T | undefined
  onEnd: (last: T) => void
  children: (last: T) => ComponentChildren
}): JSX.Element => {
  const [held, setHeld] = useState<T>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `onEnd` is new at each render
  useEffect(() => {
    if (!last || held === last) return
    const timer = setTimeout(() => onEnd(last), Math.max(0, last.until - Date.now()))
    return () => clearTimeout(timer)
  }, [last, held])
  return (
    <div
      role="status"
      class="undo"
      onFocusCapture={() => setHeld(last)}
      onBlurCapture={() => setHeld(undefined)}
    >
      {last && <div class="undo-bar">{children(last)}</div>}
    </div>
  )
}
