/** Acting on submissions, on the inbox and on the screen of one. */
import { useState } from 'react'
import type { Layer } from './action-bar.tsx'
import { actedOf, type Subject } from './subject.ts'
import { useTriage } from './use-triage.ts'

interface Opened {
  readonly layer: Layer
  readonly items: readonly Subject[]
}

export interface Actions {
  readonly opened: Opened | undefined
  readonly open: (layer: Layer, items: readonly Subject[]) => void
  readonly close: () => void
  /** settles them; where all are settled, they wait again */
  readonly settle: (items: readonly Subject[]) => void
  readonly acted: (said: string) => void
}

/** @param onActed what follows, e.g. the next one is opened; `said` is what came of it, '' where that shows */
export const useActions = (onActed: (items: readonly Subject[], said: string) => void): Actions => {
  const triage = useTriage()
  const [opened, setOpened] = useState<Opened>()
  return {
    opened,
    open: (layer, items) => {
      if (items.length > 0) setOpened({ layer, items })
    },
    close: () => setOpened(undefined),
    settle: (items) => {
      if (items.length === 0) return
      triage.act(items.map(actedOf), { done: !items.every(({ settled }) => settled) })
      onActed(items, '')
    },
    acted: (said) => {
      if (opened) onActed(opened.items, said)
      setOpened(undefined)
    },
  }
}
