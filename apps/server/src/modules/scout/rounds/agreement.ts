/**
 * Agreement of scouts: two completed the same amenity with the same version of a checklist within four hours, and no
 * task there was finished between. Each scored question that both answered is a pair.
 */
import type { Judgements } from '#contracts/scout/kappa.ts'
import { type GivenAnswer, type ScoredTemplate, shareOf, shownQuestions } from '#contracts/scout/score.ts'
import type { TenantContext } from '#server/platform/context.ts'

const dayMs = 86_400_000
const windowDays = 180

type Answers = Readonly<Record<string, GivenAnswer>>

interface Pair {
  readonly key: string
  readonly mine: Answers | null
  readonly theirs: Answers | null
  readonly template: ScoredTemplate
}

const answersOf = (stop: string): string =>
  `(select jsonb_object_agg(question_id, jsonb_build_object('value', value, 'na', na))
    from inspection_answer where tenant_id = $1 and inspection_id = ${stop}.id)`

const pairsText = (key: 'id' | 'scout_id'): string => `
  select r.${key} as key, ${answersOf('s')} as mine, ${answersOf('o')} as theirs, v.content as template
  from round r
  join round_stop s on s.tenant_id = $1 and s.round_id = r.id and s.state = 'COMPLETED'
  join round_stop o on o.tenant_id = $1 and o.amenity_id = s.amenity_id and o.state = 'COMPLETED'
    and o.template_id = s.template_id and o.template_version = s.template_version and o.round_id <> r.id
    and o.completed_at between s.completed_at - interval '4 hours' and s.completed_at + interval '4 hours'
  join round r2 on r2.tenant_id = $1 and r2.id = o.round_id and r2.scout_id <> r.scout_id
    and r2.state in ('SUBMITTED', 'REVIEWED')
  join inspection_template_version v on v.tenant_id = $1 and v.template_id = s.template_id and v.version = s.template_version
  where r.tenant_id = $1 and r.${key} = any($2::uuid[]) and r.state in ('SUBMITTED', 'REVIEWED') and s.completed_at >= $3
    and not exists (select from task t where t.tenant_id = $1 and t.amenity_id = s.amenity_id
      and t.completed_at > least(s.completed_at, o.completed_at) and t.completed_at < greatest(s.completed_at, o.completed_at))`

const passes = (template: ScoredTemplate, answers: Answers): Map<string, boolean> => {
  const given = new Map(Object.entries(answers))
  const shown = shownQuestions(template, given)
  const questions = template.sections.flatMap((section) => section.questions)
  return new Map(
    questions.flatMap((question): [string, boolean][] => {
      const share = shown.has(question.id) ? shareOf(question, given.get(question.id)) : null
      return share === null || question.weight === 0 ? [] : [[question.id, share > 0]]
    }),
  )
}

const none: Judgements = { bothPassed: 0, bothFailed: 0, onlyMinePassed: 0, onlyTheirsPassed: 0 }

const withPair = (sum: Judgements, { mine, theirs, template }: Pair): Judgements => {
  const [one, other] = [passes(template, mine ?? {}), passes(template, theirs ?? {})]
  const total = { ...sum }
  for (const [id, passed] of one) {
    const otherPassed = other.get(id)
    if (otherPassed === undefined) continue
    if (passed) total[otherPassed ? 'bothPassed' : 'onlyMinePassed'] += 1
    else total[otherPassed ? 'onlyTheirsPassed' : 'bothFailed'] += 1
  }
  return total
}

const judge = async (
  ctx: TenantContext,
  key: 'id' | 'scout_id',
  ids: readonly string[],
): Promise<ReadonlyMap<string, Judgements>> => {
  if (ids.length === 0) return new Map()
  const since = new Date(ctx.now.getTime() - windowDays * dayMs)
  const pairs = await ctx.run<Pair>(pairsText(key), [ctx.tenantId, ids, since])
  const found = new Map<string, Judgements>()
  for (const pair of pairs) found.set(pair.key, withPair(found.get(pair.key) ?? none, pair))
  return found
}

/** Scout → what they and others judged in 180 days; no entry where nobody else was there. */
export const readJudgements = (ctx: TenantContext, scoutIds: readonly string[]) =>
  judge(ctx, 'scout_id', scoutIds)

/** Round → the same for its stops. */
export const readRoundJudgements = (ctx: TenantContext, roundIds: readonly string[]) =>
  judge(ctx, 'id', roundIds)
