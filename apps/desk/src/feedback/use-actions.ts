/** Actions on submissions, shared by the inbox and the screen of one. */
import { useState } from 'react'
import type { Layer } from './action-bar.tsx'
import { type Subject, triageItemOf } from './subject.ts'
import { useTriage } from './use-triage.ts'

interface Opened {
  readonly layer: Layer
  readonly items: readonly Subject[]
}

export interface Actions {
  readonly opened: Opened | undefined
  readonly open: (layer: Layer, items: readonly Subject[]) => void
  readonly close: () => void
  /** marks them as done, or as new where all are done */
  readonly settle: (items: readonly Subject[]) => void
  readonly done: (message: string) => void
}

/** @param onDone called after an action; `message` is its result in words, '' where the list shows it */
export const useActions = (onDone: (items: readonly Subject[], message: string) => void): Actions => {
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
      triage.apply(items.map(triageItemOf), { done: !items.every(({ settled }) => settled) })
      onDone(items, '')
    },
    done: (message) => {
      if (opened) onDone(opened.items, message)
      setOpened(undefined)
    },
  }
}
