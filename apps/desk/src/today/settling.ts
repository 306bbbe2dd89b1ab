/** What was done here stays where it was done, with what came of it, while the rest is read anew. */
import { useState } from 'react'
import type { AttentionAct, AttentionItem } from '#contracts/attention.ts'
import type { Outcome } from './acts/settled.ts'

export const keyOf = ({ kind, id, group, subjectId, since }: AttentionItem): string =>
  [group, kind, id, subjectId, kind === 'BUILDING' ? since : ''].join(' ')

interface Settled {
  readonly item: AttentionItem
  readonly outcome: Outcome
  readonly at: number
}

export interface Settling {
  /** what calls, with what was settled here or is being settled in its place */
  readonly items: readonly AttentionItem[]
  outcomeOf(item: AttentionItem): Outcome | undefined
  actOf(item: AttentionItem): AttentionAct | undefined
  begin(item: AttentionItem, act: AttentionAct): void
  stop(): void
  settle(item: AttentionItem, outcome: Outcome): void
  forget(item: AttentionItem): void
}

/** What calls again so long after it was settled here is news. */
const restMs = 60_000

export const useSettling = (attention: readonly AttentionItem[], generatedAt: string): Settling => {
  const [settled, setSettled] = useState<readonly Settled[]>([])
  const [acting, setActing] = useState<{ readonly item: AttentionItem; readonly act: AttentionAct }>()
  const calls = new Set(attention.map(keyOf))
  const read = Date.parse(generatedAt)
  const standing = settled.filter(({ item, at }) => !calls.has(keyOf(item)) || read < at + restMs)
  const kept = new Map(standing.map((one) => [keyOf(one.item), one]))
  const actingKey = acting && keyOf(acting.item)
  const held = [
    ...standing.map(({ item }) => item),
    ...(acting && !kept.has(keyOf(acting.item)) ? [acting.item] : []),
  ].filter((item) => !calls.has(keyOf(item)))
  return {
    items: [...held, ...attention],
    outcomeOf: (item) => kept.get(keyOf(item))?.outcome,
    actOf: (item) => (actingKey === keyOf(item) ? acting?.act : undefined),
    begin: (item, act) => setActing({ item, act }),
    stop: () => setActing(undefined),
    settle: (item, outcome) => {
      setActing(undefined)
      setSettled((before) => [
        ...before.filter((one) => keyOf(one.item) !== keyOf(item)),
        { item, outcome, at: Date.now() },
      ])
    },
    forget: (item) => setSettled((before) => before.filter((one) => keyOf(one.item) !== keyOf(item))),
  }
}
