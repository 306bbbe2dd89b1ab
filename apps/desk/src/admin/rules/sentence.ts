/** A rule as the sentence that it is. */
import type { AlertRule } from '#contracts/admin/alert-rules.ts'
import type { Messages } from '../../messages/en.ts'

export interface RuleNames {
  type(code: string): string
  issue(code: string): string
  building(id: string): string
  list(parts: readonly string[]): string
}

export type RuleParts = Pick<AlertRule, 'trigger' | 'scope' | 'action' | 'windowMinutes'>

export const ruleSentence = (rule: RuleParts, t: Messages, names: RuleNames): string => {
  const { trigger, scope, action, windowMinutes } = rule
  const { rules, words } = t
  const issues = scope.categories.map(names.issue)
  const when =
    trigger.kind === 'ISSUE'
      ? rules.whenIssue(issues.length > 0 ? names.list(issues) : undefined, trigger.safety)
      : trigger.kind === 'RATING'
        ? rules.whenRating(trigger.maxRating ?? 1, trigger.withoutIssue)
        : trigger.kind === 'COUNT'
          ? rules.whenCount(trigger.count ?? 1, issues.length > 0 ? names.list(issues) : undefined)
          : trigger.kind === 'REPEAT'
            ? rules.whenRepeat(trigger.count ?? 2, issues.length > 0 ? names.list(issues) : undefined)
            : rules.whenUsage(trigger.count ?? 1)
  const places = [
    scope.types.length > 0 ? rules.atTypes(names.list(scope.types.map(names.type))) : '',
    scope.buildingIds.length > 0 ? rules.inBuildings(names.list(scope.buildingIds.map(names.building))) : '',
    windowMinutes === null ? '' : rules.within(windowMinutes),
  ].filter(Boolean)
  const then =
    action.kind === 'TASK'
      ? trigger.kind === 'REPEAT'
        ? rules.openCause
        : rules.openTask(action.priority ? words.priority[action.priority] : undefined)
      : action.kind === 'NOTICE'
        ? rules.notice
        : rules.raise
  const tell =
    action.notify.length > 0 ? rules.tell(names.list(action.notify.map((role) => rules.people[role]))) : ''
  return rules.sentence([when, ...places].join(' '), [then, tell].filter(Boolean))
}
