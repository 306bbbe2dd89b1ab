/**
 * SLA outcomes as SQL over a clock `c`; `tasks/sla/clock.ts` decides the same for one clock. A response at exactly
 * the deadline is in time, and nothing is missed while the clock is paused.
 */
import { plans } from '#contracts/kit/vocabulary.ts'
import { hasClocks } from './read-clocks.ts'

/** Of the tenant in $1. Below PRO clocks are not updated, so their rows are outdated. */
export const planHasClocks = `(select plan from tenant where id = $1) in (${plans
  .filter(hasClocks)
  .map((plan) => `'${plan}'`)
  .join(', ')})`

const passed = (at: string, ends: readonly string[], now: string): string =>
  `(c.${at} is not null and c.${at} <= ${now} and c.${at} < coalesce(least(${ends.map((end) => `c.${end}`).join(', ')}), 'infinity'))`

const ofRespond = ['responded_at', 'resolved_at', 'paused_since']
const ofResolve = ['resolved_at', 'paused_since']

export const respondPassed = (now: string): string => passed('respond_by', ofRespond, now)
export const resolvePassed = (now: string): string => passed('resolve_by', ofResolve, now)

const runs = 'c.resolved_at is null and c.paused_since is null and c.resolve_by is not null'
export const respondAtRisk = (now: string): string =>
  `(${runs} and c.responded_at is null and coalesce(c.respond_risk_at <= ${now}, false))`
export const resolveAtRisk = (now: string): string =>
  `(${runs} and coalesce(c.resolve_risk_at <= ${now}, false))`

/** In this cycle or an earlier one. */
export const missed = (now: string): string =>
  `(c.breached or ${respondPassed(now)} or ${resolvePassed(now)})`

const isPaused = '(c.paused_since is not null or c.resolve_by is null)'

/** MISSED, MET, PAUSED or RUNNING. */
export const outcome = (now: string): string =>
  `case when ${missed(now)} then 'MISSED' when c.resolved_at is not null then 'MET' when ${isPaused} then 'PAUSED' else 'RUNNING' end`

/** Outcome of responding and of resolving in the current cycle. */
export const respondOutcome = (now: string): string =>
  `case when ${respondPassed(now)} then 'MISSED' when coalesce(c.responded_at, c.resolved_at) is not null then 'MET'
    when c.paused_since is not null or c.respond_by is null then 'PAUSED' else 'RUNNING' end`
export const resolveOutcome = (now: string): string =>
  `case when ${resolvePassed(now)} then 'MISSED' when c.resolved_at is not null then 'MET' when ${isPaused} then 'PAUSED' else 'RUNNING' end`

/** Of tasks that are not done: MISSED, PAUSED, AT_RISK or ON_TRACK. */
export const openTaskState = (now: string): string =>
  `case when ${missed(now)} then 'MISSED' when ${isPaused} then 'PAUSED'
    when ${respondAtRisk(now)} or ${resolveAtRisk(now)} then 'AT_RISK' else 'ON_TRACK' end`
