/** A routing rule as a sentence. */

import type { RoutingAction, RoutingConditions } from '#contracts/routing/rules.ts'
import { weekdays } from '#contracts/service-hours.ts'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { taskMessages } from '../../tasks/messages.ts'
import { adminMessages } from '../messages.ts'
import { useScopeParts } from '../scope-text.tsx'
import { routingMessages } from './messages.ts'

export interface SentenceParts {
  readonly when: RoutingConditions
  readonly then: Omit<RoutingAction, 'assign'>
  /** name of the rule's target; undefined: nobody */
  readonly who: string | undefined
}

const some = (list: readonly string[] | undefined): list is readonly string[] => (list?.length ?? 0) > 0

export const RoutingSentence = ({ when, then, who }: SentenceParts) => {
  const t = useMessages(routingMessages)
  const tasks = useMessages(taskMessages)
  const house = useMessages(adminMessages)
  const { words } = useMessages()
  const { list } = useFormat()
  const scope = useScopeParts(when)
  const { ratingAtMost, hours, onShift } = when
  const part = (
    given: readonly string[] | undefined,
    say: (names: string) => string,
    name: (one: string) => string,
  ) => (some(given) ? say(list(given.map(name))) : '')
  const conditions = {
    rating: ratingAtMost === undefined ? '' : t.ratedAtMost({ rating: String(ratingAtMost) }),
    priorities: part(
      when.priorities,
      (names) => t.ofPriority({ priorities: names }),
      (one) => words.priority[one as keyof typeof words.priority],
    ),
    sources: part(
      when.sources,
      (names) => t.fromSources({ sources: names }),
      (one) => tasks.sources[one as keyof typeof tasks.sources],
    ),
    hours: hours
      ? t.atHours({
          days: list(hours.days.map((day) => house.weekdays[weekdays[day - 1] ?? 'MONDAY'])),
          from: hours.from,
          to: hours.to,
        })
      : '',
    shift: onShift === undefined ? '' : onShift ? t.onShift : t.offShift,
  }
  const conditionTexts = [...scope, ...Object.values(conditions)].filter((names) => names !== '')
  const what = conditionTexts.length === 0 ? t.sentenceAny : [t.sentenceSome, ...conditionTexts].join(' ')
  const priority = then.priority && words.priority[then.priority]
  const { takeWithinMinutes: minutes } = then
  const outcome = [
    who === undefined ? '' : t.goesToWho({ who }),
    priority ? (who === undefined ? t.onlyPriority({ priority }) : t.getsPriority({ priority })) : '',
    minutes === undefined ? '' : t.begunWithin({ minutes }),
  ].filter((names) => names !== '')
  return <>{[what, outcome.join(', ')].filter((names) => names !== '').join(' ')}.</>
}
