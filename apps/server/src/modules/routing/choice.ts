/** Who a task is assigned to, and the reason. */
import type { Priority } from '#contracts/records.ts'
import type { AssigneeKey, Reason, StoredTry, TryCode } from '#server/modules/tasks/public.ts'

export interface NamedAssignee extends AssigneeKey {
  readonly name: string
}

/** ON_CALL without anybody: unassigned. NONE: the rule sets only the priority. */
export type Target =
  | { readonly kind: 'NAMED'; readonly who: NamedAssignee }
  | { readonly kind: 'ON_CALL'; readonly who: NamedAssignee | null }
  | { readonly kind: 'NONE' }

/** `why` is null if the rule matched. */
export interface Try {
  readonly ruleId: string
  readonly name: string
  readonly why: TryCode | null
}

export type Choice = { readonly tried: readonly Try[] } & (
  | {
      readonly by: 'RULE'
      readonly rule: { readonly id: string; readonly name: string }
      readonly target: Target
      readonly priority: Priority | null
      readonly takeWithinMinutes: number | null
    }
  | { readonly by: 'COVERAGE'; readonly who: NamedAssignee }
  | { readonly by: 'NOBODY' }
)

/** The assignee; null: unassigned. */
export const assigneeOfChoice = (choice: Choice): NamedAssignee | null => {
  switch (choice.by) {
    case 'RULE':
      return choice.target.kind === 'NONE' ? null : choice.target.who
    case 'COVERAGE':
      return choice.who
    case 'NOBODY':
      return null
  }
}

/** The assignment reason of a choice. */
export const whyOfChoice = (choice: Choice): Reason => {
  switch (choice.by) {
    case 'COVERAGE':
      return { code: 'COVERAGE', name: choice.who.name }
    case 'NOBODY':
      return { code: choice.tried.length > 0 ? 'NO_RULE' : 'NOTHING' }
    case 'RULE': {
      const { target } = choice
      const rule = choice.rule.name
      if (target.kind === 'NONE') return { code: 'PRIORITY_ONLY', rule }
      if (target.kind === 'NAMED') return { code: 'RULE', rule, name: target.who.name }
      return target.who ? { code: 'ON_CALL', rule, name: target.who.name } : { code: 'NOBODY_ON_CALL', rule }
    }
  }
}

/** Stores only the last rules checked, which include the one that matched. */
const mostTries = 20

export const storedTries = (tried: readonly Try[], most = mostTries): StoredTry[] =>
  tried.slice(-most).map(({ ruleId, name, why }) => ({ ruleId, name, code: why }))
