/** Resolved items keep their place and show their outcome while the rest is refetched. */
import { useState } from 'react'
import type { AttentionAct, AttentionItem } from '#contracts/attention.ts'
import type { Outcome } from './actions/outcome.ts'

/** A gap in duty is told apart by its end, because the start of a running one moves with each reading. */
export const keyOf = ({ kind, id, group, subjectId, since, until }: AttentionItem): string =>
  [group, kind, id, subjectId, kind === 'BUILDING' ? (until ?? since) : ''].join(' ')

interface ResolvedItem {
  readonly item: AttentionItem
  readonly outcome: Outcome
  readonly at: number
}

export interface ResolvedItems {
  /** current items, with the resolved ones in their former places */
  readonly items: readonly AttentionItem[]
  outcomeOf(item: AttentionItem): Outcome | undefined
  openActionOf(item: AttentionItem): AttentionAct | undefined
  begin(item: AttentionItem, action: AttentionAct): void
  stop(): void
  resolve(item: AttentionItem, outcome: Outcome): void
  forget(item: AttentionItem): void
}

/** The first of a closed group, and the one whose dialog is open: a more urgent item must not take its input away. */
export const shownItems = (
  items: readonly AttentionItem[],
  open: boolean,
  { openActionOf }: Pick<ResolvedItems, 'openActionOf'>,
): readonly AttentionItem[] =>
  open ? items : items.filter((item, index) => index === 0 || openActionOf(item) !== undefined)

/** An item still present this long after it was resolved is a new one. */
const restMs = 60_000

export const useResolvedItems = (attention: readonly AttentionItem[], generatedAt: string): ResolvedItems => {
  const [resolved, setResolved] = useState<readonly ResolvedItem[]>([])
  const [openAction, setOpenAction] = useState<{
    readonly item: AttentionItem
    readonly action: AttentionAct
  }>()
  const current = new Set(attention.map(keyOf))
  const read = Date.parse(generatedAt)
  const shownResolved = resolved.filter(({ item, at }) => !current.has(keyOf(item)) || read < at + restMs)
  const byKey = new Map(shownResolved.map((one) => [keyOf(one.item), one]))
  const openKey = openAction && keyOf(openAction.item)
  const extra = [
    ...shownResolved.map(({ item }) => item),
    ...(openAction && !byKey.has(keyOf(openAction.item)) ? [openAction.item] : []),
  ].filter((item) => !current.has(keyOf(item)))
  return {
    items: [...extra, ...attention],
    outcomeOf: (item) => byKey.get(keyOf(item))?.outcome,
    openActionOf: (item) => (openKey === keyOf(item) ? openAction?.action : undefined),
    begin: (item, action) => setOpenAction({ item, action }),
    stop: () => setOpenAction(undefined),
    resolve: (item, outcome) => {
      setOpenAction(undefined)
      setResolved((before) => [
        ...before.filter((one) => keyOf(one.item) !== keyOf(item)),
        { item, outcome, at: Date.now() },
      ])
    },
    forget: (item) => setResolved((before) => before.filter((one) => keyOf(one.item) !== keyOf(item))),
  }
}
