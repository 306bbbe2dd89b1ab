/**
 * What a visitor's report causes. Pure functions: rules and facts in, decisions out.
 *
 * target   what a report is about: each issue category that it names, or OTHER if it names none
 * problem  a target for which a rule opens a task; the first matching rule decides how
 * notice   a rule that notifies people without opening a task; every matching one does
 */
import type { AlertRule } from '#contracts/alerts/rules.ts'
import { inScope as holds, type Scope, type ScopeFacts } from '#contracts/kit/scope.ts'
import type { Role } from '#contracts/kit/vocabulary.ts'
import type { Priority } from '#contracts/records.ts'

export interface Rule
  extends Pick<AlertRule, 'id' | 'name' | 'enabled' | 'trigger' | 'action' | 'windowMinutes'> {
  readonly scope: Scope
}

export interface ReportPlace extends Omit<ScopeFacts, 'category'> {
  readonly buildingId: string
  readonly type: string
}

export interface NamedIssue {
  readonly code: string
  /** a person may be in danger */
  readonly safety: boolean
}

export interface ReportFacts extends ReportPlace {
  readonly rating: number | null
  /** no code twice */
  readonly issues: readonly NamedIssue[]
}

export interface Problem {
  /** of the task */
  readonly category: string
  readonly ruleId: string
  readonly ruleName: string
  /** null: the category's default */
  readonly priority: Priority | null
  readonly notify: readonly Role[]
  readonly windowMinutes: number | null
  /** a rule also raises the priority by one step for this report */
  readonly raise: boolean
}

export interface Notice {
  readonly category: string
  readonly ruleId: string
  readonly ruleName: string
  readonly notify: readonly Role[]
  readonly windowMinutes: number | null
}

export interface Decision {
  /** no category twice */
  readonly problems: readonly Problem[]
  readonly notices: readonly Notice[]
}

export const otherCategory = 'OTHER'

/** Whether the rule applies to this place and category. */
export const inScope = ({ enabled, scope }: Rule, place: ReportPlace, category: string): boolean =>
  enabled && holds(scope, { ...place, category })

const fires = ({ trigger }: Rule, report: ReportFacts, issue: NamedIssue | undefined): boolean => {
  switch (trigger.kind) {
    case 'ISSUE':
      return issue !== undefined && (!trigger.safety || issue.safety)
    case 'RATING':
      return (
        report.rating !== null &&
        report.rating <= (trigger.maxRating ?? 0) &&
        !(trigger.withoutIssue && report.issues.length > 0) &&
        (!trigger.safety || issue?.safety === true)
      )
    // These count over many reports; see `reporterRules`, `usageRules` and `repeatRules`.
    case 'COUNT':
    case 'USAGE':
    case 'REPEAT':
      return false
  }
}

const targetsOf = ({ issues }: ReportFacts): { category: string; issue: NamedIssue | undefined }[] =>
  issues.length === 0
    ? [{ category: otherCategory, issue: undefined }]
    : issues.map((issue) => ({ category: issue.code, issue }))

/** Decisions that need only this report, by the rules in their order. */
export const decide = (rules: readonly Rule[], report: ReportFacts): Decision => {
  const problems = new Map<string, Problem>()
  const notices = new Map<string, Notice>()
  for (const { category: named, issue } of targetsOf(report)) {
    const matching = rules.filter((rule) => inScope(rule, report, named) && fires(rule, report, issue))
    const raise = matching.some(({ action }) => action.kind === 'RAISE_PRIORITY')
    const first = matching.find(({ action }) => action.kind === 'TASK')
    if (first) {
      const { id: ruleId, name: ruleName, action, windowMinutes } = first
      const category = action.category ?? named
      // Two issues may lead to one category; the first in the report counts.
      if (!problems.has(category))
        problems.set(category, {
          category,
          ruleId,
          ruleName,
          priority: action.priority,
          notify: action.notify,
          windowMinutes,
          raise,
        })
    }
    for (const { id: ruleId, name: ruleName, action, windowMinutes } of matching.filter(
      (rule) => rule.action.kind === 'NOTICE',
    )) {
      notices.set(`${ruleId} ${named}`, {
        category: named,
        ruleId,
        ruleName,
        notify: action.notify,
        windowMinutes,
      })
    }
  }
  return { problems: [...problems.values()], notices: [...notices.values()] }
}

/** Good as on the visitor pages: rating 4 or 5 and no issues. */
export const isGood = ({ rating, issues }: ReportFacts): boolean => (rating ?? 0) >= 4 && issues.length === 0

/** The report's targets for which the rule fires. */
export const firedFor = (rule: Rule, report: ReportFacts): string[] =>
  targetsOf(report)
    .filter(({ category, issue }) => inScope(rule, report, category) && fires(rule, report, issue))
    .map(({ category }) => category)

/** Rules that count independent reporters of one category at this place. */
export const reporterRules = (
  rules: readonly Rule[],
  place: ReportPlace,
  category: string,
): readonly Rule[] => rules.filter((rule) => rule.trigger.kind === 'COUNT' && inScope(rule, place, category))

/** Rules that count uses of this place; the category is that of the task to open. */
export const usageRules = (rules: readonly Rule[], place: ReportPlace): readonly Rule[] =>
  rules.filter((rule) => rule.trigger.kind === 'USAGE' && inScope(rule, place, usageCategory(rule)))

export const usageCategory = ({ action }: Rule): string => action.category ?? otherCategory

export const isOverused = ({ trigger }: Rule, uses: number): boolean =>
  trigger.count !== null && uses > trigger.count

/** Whether the count has just reached the threshold, so that the rule fires only once. */
export const hasReached = ({ trigger }: Rule, before: number, after: number): boolean =>
  trigger.count !== null && before < trigger.count && after >= trigger.count

/** Rules that count how often a fault came back after it was finished. */
export const repeatRules = (rules: readonly Rule[], place: ReportPlace, category: string): readonly Rule[] =>
  rules.filter((rule) => rule.trigger.kind === 'REPEAT' && inScope(rule, place, category))

const usualRepeatMinutes = 14 * 24 * 60

/** How long a fault counts, in ms. */
export const repeatWindowMs = ({ windowMinutes }: Rule): number =>
  (windowMinutes ?? usualRepeatMinutes) * 60_000

/** The faults that make the rule fire with the last of them, ascending; undefined if there are too few. */
export const repeatsAt = <T extends { readonly at: Date }>(
  rule: Rule,
  faults: readonly T[],
): readonly T[] | undefined => {
  const last = faults.at(-1)
  if (!last) return undefined
  const since = last.at.getTime() - repeatWindowMs(rule)
  const recent = faults.filter(({ at }) => at.getTime() > since)
  return recent.length >= (rule.trigger.count ?? Number.POSITIVE_INFINITY) ? recent : undefined
}
