/** Outcome of an action, as the row says it. */
import type { AttentionItem } from '#contracts/attention.ts'

export interface Outcome {
  readonly said: string
  /** left out: it cannot be taken back */
  readonly undo?: () => Promise<unknown>
  /** false: the item is as it was */
  readonly ended?: false
}

export interface ActionProps {
  readonly item: AttentionItem
  readonly onDone: (outcome: Outcome) => void
  readonly onClose: () => void
}
