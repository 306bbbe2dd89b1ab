/**
 * What a visitor's report sets off. Pure: rules and facts go in, decisions come out.
 *
 * target   what a report is about: each category that it names, or OTHER where it names none
 * problem  a target that some rule makes a task of; the first rule in order decides how
 * notice   a rule that tells people and opens nothing; every one that matches does
 */
import type { AlertRule } from '#contracts/alerts/rules.ts'
import { inScope as holds, type Scope, type ScopeFacts } from '#contracts/kit/scope.ts'
import type { Role } from '#contracts/kit/vocabulary.ts'
import type { Priority } from '#contracts/records.ts'

export interface Rule
  extends Pick<AlertRule, 'id' | 'name' | 'enabled' | 'trigger' | 'action' | 'windowMinutes'> {
  readonly scope: Scope
}

export interface Place extends Omit<ScopeFacts, 'category'> {
  readonly buildingId: string
  readonly type: string
}

export interface NamedIssue {
  readonly code: string
  /** a person may be in danger */
  readonly safety: boolean
}

export interface ReportFacts extends Place {
  readonly rating: number | null
  /** each code once */
  readonly issues: readonly NamedIssue[]
}

export interface Problem {
  /** of the task */
  readonly category: string
  readonly ruleId: string
  readonly ruleName: string
  /** null: the category's own */
  readonly priority: Priority | null
  readonly notify: readonly Role[]
  readonly windowMinutes: number | null
  /** one step up, besides: a rule says so for this report */
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
  /** each category once */
  readonly problems: readonly Problem[]
  readonly notices: readonly Notice[]
}

export const otherCategory = 'OTHER'

/** Whether the rule looks at this place and category at all. */
export const inScope = ({ enabled, scope }: Rule, place: Place, category: string): boolean =>
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

/** What the report alone sets off, by the rules in their order. */
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
      // Two issues may lead to one category; the first in the report's order is told.
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

/** As the visitor's pages call it good: 4 or 5, and nothing is named. */
export const isGood = ({ rating, issues }: ReportFacts): boolean => (rating ?? 0) >= 4 && issues.length === 0

/** The targets of the report that a rule fires for. */
export const firedFor = (rule: Rule, report: ReportFacts): string[] =>
  targetsOf(report)
    .filter(({ category, issue }) => inScope(rule, report, category) && fires(rule, report, issue))
    .map(({ category }) => category)

/** Rules that look at how many independent visitors report one category here. */
export const reporterRules = (rules: readonly Rule[], place: Place, category: string): readonly Rule[] =>
  rules.filter((rule) => rule.trigger.kind === 'COUNT' && inScope(rule, place, category))

/** Rules that look at how often the place was used; the category is that of the task to come. */
export const usageRules = (rules: readonly Rule[], place: Place): readonly Rule[] =>
  rules.filter((rule) => rule.trigger.kind === 'USAGE' && inScope(rule, place, usageCategory(rule)))

export const usageCategory = ({ action }: Rule): string => action.category ?? otherCategory

/** Used more often than the rule allows. */
export const isOverused = ({ trigger }: Rule, uses: number): boolean =>
  trigger.count !== null && uses > trigger.count

/** The count has just reached the threshold; so it fires once for each. */
export const hasReached = ({ trigger }: Rule, before: number, after: number): boolean =>
  trigger.count !== null && before < trigger.count && after >= trigger.count

/** Rules that look at how often a fault came back after it was finished. */
export const repeatRules = (rules: readonly Rule[], place: Place, category: string): readonly Rule[] =>
  rules.filter((rule) => rule.trigger.kind === 'REPEAT' && inScope(rule, place, category))

const usualRepeatMinutes = 14 * 24 * 60

/** How long ago a fault counts still. */
export const repeatWindowMs = ({ windowMinutes }: Rule): number =>
  (windowMinutes ?? usualRepeatMinutes) * 60_000

/** The faults that make the rule fire with the last of them, ascending; undefined where there are too few. */
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
