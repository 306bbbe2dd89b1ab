/** An alert rule as a sentence. */
import type { AlertRule } from '#contracts/alerts/rules.ts'
import type { Priority } from '#contracts/records.ts'
import type { Words } from '#i18n/texts.ts'
import type en from './messages/en.ts'

export interface RuleNames {
  type(code: string): string
  issue(code: string): string
  building(id: string): string
  location(id: string): string
  list(parts: readonly string[]): string
}

const dayMinutes = 24 * 60

export type RuleParts = Pick<AlertRule, 'trigger' | 'scope' | 'action' | 'windowMinutes'>

export const ruleSentence = (
  rule: RuleParts,
  rules: Words<typeof en>,
  priorities: Readonly<Record<Priority, string>>,
  names: RuleNames,
): string => {
  const { trigger, action, windowMinutes } = rule
  const { buildingIds = [], locationIds = [], types = [], categories = [] } = rule.scope
  const issues = categories.length > 0 ? names.list(categories.map(names.issue)) : undefined
  const whenOf = (): string => {
    switch (trigger.kind) {
      case 'ISSUE':
        if (issues) return rules.whenIssue({ issues, safety: trigger.safety ? 'yes' : 'no' })
        return trigger.safety ? rules.whenDanger : rules.whenAnyIssue
      case 'RATING':
        return rules.whenRating({
          most: trigger.maxRating ?? 1,
          withoutIssue: trigger.withoutIssue ? 'yes' : 'no',
        })
      case 'COUNT': {
        const count = trigger.count ?? 1
        return issues ? rules.whenCount({ count, issues }) : rules.whenCountSame({ count })
      }
      case 'USAGE':
        return rules.whenUsage({ count: trigger.count ?? 1 })
      case 'REPEAT': {
        const count = trigger.count ?? 2
        return issues ? rules.whenRepeat({ count, issues }) : rules.whenRepeatSame({ count })
      }
    }
  }
  const within = (minutes: number): string =>
    minutes > dayMinutes && minutes % dayMinutes === 0
      ? rules.withinDays({ days: minutes / dayMinutes })
      : rules.within({ minutes })
  const where = [
    types.length > 0 ? rules.atTypes({ types: names.list(types.map(names.type)) }) : '',
    locationIds.length > 0
      ? rules.inLocations({ locations: names.list(locationIds.map(names.location)) })
      : '',
    buildingIds.length > 0
      ? rules.inBuildings({ buildings: names.list(buildingIds.map(names.building)) })
      : '',
    windowMinutes === null ? '' : within(windowMinutes),
  ].filter(Boolean)
  const done =
    action.kind === 'TASK'
      ? trigger.kind === 'REPEAT'
        ? rules.openCause
        : action.priority
          ? rules.openTaskAs({ priority: priorities[action.priority] })
          : rules.openTask
      : action.kind === 'NOTICE'
        ? rules.notice
        : rules.raise
  const act =
    trigger.kind === 'USAGE' && action.kind === 'TASK'
      ? `${done} (${names.issue(action.category ?? 'OTHER')})`
      : done
  const notice =
    action.notify.length > 0
      ? rules.tell({ people: names.list(action.notify.map((role) => rules.people[role])) })
      : undefined
  return rules.sentence({
    when: [whenOf(), ...where].join(' '),
    act: notice ? rules.both({ one: act, other: notice }) : act,
  })
}
