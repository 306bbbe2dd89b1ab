/** Who a task goes to, and how that is said. */
import type { Priority } from '#contracts/records.ts'
import type { RoutingTry } from '#contracts/tasks/records.ts'
import type { AssigneeKey } from '#server/modules/tasks/public.ts'

export interface Named extends AssigneeKey {
  readonly name: string
}

/** Why a rule does not decide. */
export type Why =
  | 'PAUSED'
  | 'BUILDING'
  | 'LOCATION'
  | 'TYPE'
  | 'CATEGORY'
  | 'RATING'
  | 'PRIORITY'
  | 'SOURCE'
  | 'HOURS'
  | 'NOBODY_ON_SHIFT'
  | 'SOMEBODY_ON_SHIFT'
  | 'TARGET'
  | 'PLAN'

/** ON_CALL without anybody: the pool. NONE: the rule gives it to nobody and only sets the priority. */
export type Target =
  | { readonly kind: 'NAMED'; readonly who: Named }
  | { readonly kind: 'ON_CALL'; readonly who: Named | null }
  | { readonly kind: 'NONE' }

/** `why` null: it matched. */
export interface Try {
  readonly ruleId: string
  readonly name: string
  readonly why: Why | null
}

export type Choice = { readonly tried: readonly Try[] } & (
  | {
      readonly by: 'RULE'
      readonly rule: { readonly id: string; readonly name: string }
      readonly target: Target
      readonly priority: Priority | null
      readonly takeWithinMinutes: number | null
    }
  | { readonly by: 'COVERAGE'; readonly who: Named }
  | { readonly by: 'NOBODY' }
)

/** Who gets the task; null: the pool. */
export const assigneeOfChoice = (choice: Choice): Named | null => {
  switch (choice.by) {
    case 'RULE':
      return choice.target.kind === 'NONE' ? null : choice.target.who
    case 'COVERAGE':
      return choice.who
    case 'NOBODY':
      return null
  }
}

interface Words {
  readonly rule: (rule: string, who: string) => string
  readonly onCall: (rule: string, who: string) => string
  readonly nobodyOnCall: (rule: string) => string
  readonly priorityOnly: (rule: string) => string
  readonly coverage: (who: string) => string
  readonly noRule: string
  readonly nothing: string
  readonly lapsed: (rule: string, minutes: number) => string
  readonly matched: string
  readonly why: Readonly<Record<Why, string>>
}

const english: Words = {
  rule: (rule, who) => `The rule “${rule}” gives it to ${who}`,
  onCall: (rule, who) => `The rule “${rule}” gives it to whoever is on call: ${who}`,
  nobodyOnCall: (rule) =>
    `The rule “${rule}” asks for whoever is on call, but nobody is; anybody may take it`,
  priorityOnly: (rule) => `The rule “${rule}” set its priority; anybody may take it`,
  coverage: (who) => `${who} looks after this place`,
  noRule: 'No rule matched and no company looks after this place; anybody may take it',
  nothing: 'Anybody may take it',
  lapsed: (rule, minutes) =>
    `Not begun within ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} (rule “${rule}”): anybody may take it`,
  matched: 'Matches',
  why: {
    PAUSED: 'It is paused',
    BUILDING: 'It is for other buildings',
    LOCATION: 'It is for other locations',
    TYPE: 'It is for other types of amenity',
    CATEGORY: 'It is for other issues',
    RATING: 'The rating is better, or there is none',
    PRIORITY: 'It is for other priorities',
    SOURCE: 'It is for tasks from elsewhere',
    HOURS: 'It is for other hours',
    NOBODY_ON_SHIFT: 'Nobody whom it means is on duty',
    SOMEBODY_ON_SHIFT: 'Somebody is on duty',
    TARGET: 'Whom it means is not active',
    PLAN: 'Shifts and on call need the plan ENTERPRISE',
  },
}

const german: Words = {
  rule: (rule, who) => `Die Regel „${rule}“ gibt sie an ${who}`,
  onCall: (rule, who) => `Die Regel „${rule}“ gibt sie an die Bereitschaft: ${who}`,
  nobodyOnCall: (rule) =>
    `Die Regel „${rule}“ fragt nach der Bereitschaft, doch niemand hat sie; alle dürfen sie nehmen`,
  priorityOnly: (rule) => `Die Regel „${rule}“ hat ihre Priorität gesetzt; alle dürfen sie nehmen`,
  coverage: (who) => `${who} betreut diesen Ort`,
  noRule: 'Keine Regel trifft zu und keine Firma betreut diesen Ort; alle dürfen sie nehmen',
  nothing: 'Alle dürfen sie nehmen',
  lapsed: (rule, minutes) =>
    `Nicht begonnen innerhalb von ${minutes} ${minutes === 1 ? 'Minute' : 'Minuten'} (Regel „${rule}“): alle dürfen sie nehmen`,
  matched: 'Trifft zu',
  why: {
    PAUSED: 'Sie ruht',
    BUILDING: 'Sie gilt für andere Gebäude',
    LOCATION: 'Sie gilt für andere Bereiche',
    TYPE: 'Sie gilt für andere Arten von Einrichtungen',
    CATEGORY: 'Sie gilt für andere Anliegen',
    RATING: 'Die Bewertung ist besser, oder es gibt keine',
    PRIORITY: 'Sie gilt für andere Prioritäten',
    SOURCE: 'Sie gilt für Aufgaben anderer Herkunft',
    HOURS: 'Sie gilt zu anderen Zeiten',
    NOBODY_ON_SHIFT: 'Niemand, den sie meint, ist im Dienst',
    SOMEBODY_ON_SHIFT: 'Jemand ist im Dienst',
    TARGET: 'Wen sie meint, ist nicht aktiv',
    PLAN: 'Schichten und Bereitschaft brauchen den Plan ENTERPRISE',
  },
}

export const wordsIn = (language: string): Words => (language.startsWith('de') ? german : english)

/** Why the task goes where it goes, in one sentence. */
export const reasonOfChoice = (choice: Choice, words: Words): string => {
  switch (choice.by) {
    case 'COVERAGE':
      return words.coverage(choice.who.name)
    case 'NOBODY':
      return choice.tried.length > 0 ? words.noRule : words.nothing
    case 'RULE': {
      const { rule, target } = choice
      if (target.kind === 'NONE') return words.priorityOnly(rule.name)
      if (target.kind === 'NAMED') return words.rule(rule.name, target.who.name)
      return target.who ? words.onCall(rule.name, target.who.name) : words.nobodyOnCall(rule.name)
    }
  }
}

/** Of many rules the last few before the end, the one that matched among them. */
const mostTries = 20

export const presentTries = (tried: readonly Try[], words: Words, most = mostTries): RoutingTry[] =>
  tried.slice(-most).map(({ ruleId, name, why }) => ({
    ruleId,
    name,
    matched: why === null,
    why: why === null ? words.matched : words.why[why],
  }))
