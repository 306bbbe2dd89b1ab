/** Outcome of an action, as its row shows it. */
import type { AttentionItem } from '#contracts/attention.ts'

export interface Outcome {
  readonly message: string
  /** left out: cannot be undone */
  readonly undo?: () => Promise<unknown>
  /** false: the item is unchanged */
  readonly ended?: false
}

export interface ActionProps {
  readonly item: AttentionItem
  readonly onDone: (outcome: Outcome) => void
  readonly onClose: () => void
}
