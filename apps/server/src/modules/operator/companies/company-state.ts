/** States of a company: whether it may get work, and what happens to its tasks when it no longer may. */

import { mayMove } from '#contracts/kit/states.ts'
import { coversSome } from '#contracts/operator/covers.ts'
import { type Company, type CompanyState, companyMoves } from '#contracts/operator/records.ts'
import { type AssigneeKey, releaseTasksOf } from '#server/modules/tasks/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { invalid } from '#server/platform/errors.ts'
import { localDay, startOfLocalDay } from '#server/platform/local-day.ts'
import { lockScheduledJobs } from '#server/platform/work/lock-scheduled-jobs.ts'
import type { ScheduledJobHandler } from '#server/platform/work/scheduled-jobs.ts'
import { readTimeZone } from '../roster/time-zone.ts'

/** @throws ServiceError VALIDATION_ERROR */
export const requireTransition = (from: CompanyState, to: CompanyState): void => {
  if (from !== to && !mayMove(companyMoves, from, to))
    throw invalid('body.state', `${from} cannot become ${to}`)
}

/**
 * A draft needs coverage and a person to become active, and other companies may not lose their coverage. One that was
 * active without them stays so.
 * @param before the company as presented
 * @param state the state after the change
 * @throws ServiceError VALIDATION_ERROR
 */
export const requireReady = (
  input: { readonly coverage?: Company['coverage'] },
  before: Company,
  state: CompanyState,
): void => {
  const covers = coversSome(input.coverage ?? before.coverage)
  if (before.state === 'DRAFT' && state === 'ACTIVE') {
    const missing = [
      ...(covers ? [] : ['what it looks after (coverage)']),
      ...(before.operatorCount > 0 ? [] : ['a person']),
    ]
    if (missing.length > 0) throw invalid('body.state', `to be active it needs ${missing.join(' and ')}`)
  }
  if (before.state !== 'DRAFT' && !covers && coversSome(before.coverage))
    throw invalid(
      'body.coverage',
      'must cover something, or everything as [{}]; to stop its work, suspend the company',
    )
}

const peopleText = `select o.id, o.user_id from operator o where o.tenant_id = $1 and o.company_id = $2`

const isWorking = (state: CompanyState): boolean => state === 'ACTIVE'

/**
 * Makes the tasks of a company and its people unassigned if it may no longer work.
 * @param company locked by the caller, with its new state
 * @returns the tasks
 */
export const releaseTasksOfCompany = async (
  ctx: TenantContext,
  company: { readonly id: string; readonly name: string; readonly state: CompanyState },
) => {
  if (isWorking(company.state)) return []
  const people = await ctx.run<{ id: string; user_id: string | null }>(peopleText, [ctx.tenantId, company.id])
  const assignees: AssigneeKey[] = [
    { kind: 'COMPANY', id: company.id },
    ...people.flatMap(({ id, user_id }): AssigneeKey[] => [
      { kind: 'OPERATOR', id },
      ...(user_id === null ? [] : [{ kind: 'USER' as const, id: user_id }]),
    ]),
  ]
  const code = company.state === 'ENDED' ? 'ENDED' : 'SUSPENDED'
  return releaseTasksOf(ctx, assignees, { code, name: company.name })
}

const ends = 'operator.contract_ends'

/** Call before the company is locked, if its end may be planned again. */
export const lockEnd = (ctx: TenantContext, id: string): Promise<void> => lockScheduledJobs(ctx, ends, [id])

/** The contract ends after its last day. */
export const planEnd = async (
  ctx: TenantContext,
  id: string,
  contractUntil: string | null,
): Promise<void> => {
  if (contractUntil === null) await ctx.cancel(ends, id)
  else await ctx.schedule(ends, id, startOfLocalDay(contractUntil, await readTimeZone(ctx), 1))
}

const endContract: ScheduledJobHandler = async (ctx, id) => {
  const row = await ctx.db
    .selectFrom('company')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row || row.state === 'ENDED' || row.contract_until === null) return
  if (row.contract_until >= localDay(ctx.now, await readTimeZone(ctx))) {
    // The organisation has changed its time zone meanwhile.
    await planEnd(ctx, id, row.contract_until)
    return
  }
  await ctx.db
    .updateTable('company')
    .set((eb) => ({ state: 'ENDED', updated_at: ctx.now, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
  await releaseTasksOfCompany(ctx, { id, name: row.name, state: 'ENDED' })
}

export const companyWork = { [ends]: endContract }
