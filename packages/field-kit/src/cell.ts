/** Cells in components. */
import { useEffect, useState } from 'preact/hooks'
import type { Cell } from '#client/cell.ts'

/** The value of a cell; the component renders again when it changes. */
export const useCell = <T>(source: Cell<T>): T => {
  const [, draw] = useState(0)
  useEffect(() => {
    const again = (): void => draw((count) => count + 1)
    // The value may have changed between the first render and this subscription.
    again()
    return source.subscribe(again)
  }, [source])
  return source.get()
}
