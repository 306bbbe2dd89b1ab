/** Handover: tasks of an absent operator go to others and are listed; those not started return. */
import type { HandedOver } from '#contracts/operator/records.ts'
import { callerLanguage } from '#server/modules/settings/public.ts'
import {
  type AssigneeKey,
  type Assignment,
  assignEach,
  assigneeOf,
  isAssignable,
  lockOpenTasksOf,
  lockTasks,
  readScopeFacts,
  readTitles,
  type TaskRow,
} from '#server/modules/tasks/public.ts'
import type { StaffContext, TenantContext } from '#server/platform/context.ts'
import { newId } from '#server/platform/ids.ts'
import { assigneesOf } from '../operators/release-operator.ts'
import { isFull, onCallAt, type WorkPlace, withOneMore } from '../roster/covering.ts'
import { type RosterOperator, readRoster } from '../roster/read-roster.ts'
import { readTimeZones } from '../roster/time-zone.ts'

export interface Absent {
  readonly id: string
  readonly user_id: string | null
  readonly company_id: string | null
  readonly name: string
}

/**
 * Serialises the absences of a tenant: two operators who cover each other would deadlock. Call before locking an
 * operator, because the absence in progress may need that lock.
 */
export const lockAbsences = async (ctx: TenantContext): Promise<void> => {
  await ctx.run('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${ctx.tenantId}:absences`])
}

/** The company, if it may get work; it is locked until the commit. */
const companyOf = async (ctx: TenantContext, { company_id: id }: Absent): Promise<AssigneeKey | null> => {
  if (id === null) return null
  const company = { kind: 'COMPANY', id } as const
  return (await isAssignable(ctx, company)) ? company : null
}

/** For each task its new assignee: a colleague on duty, otherwise their company, otherwise nobody. */
const successors = async (
  ctx: TenantContext,
  absent: Absent,
  company: AssigneeKey | null,
  tasks: readonly TaskRow[],
): Promise<(AssigneeKey | null)[]> => {
  if (company === null) return tasks.map(() => null)
  const [roster, facts, zones] = await Promise.all([
    readRoster(ctx),
    readScopeFacts(ctx, tasks),
    readTimeZones(
      ctx,
      tasks.map(({ building_id }) => building_id),
    ),
  ])
  let colleagues: readonly RosterOperator[] = roster.operators.filter(
    (one) => one.companyId === company.id && one.id !== absent.id,
  )
  return tasks.map((task) => {
    const fact = facts.get(task.id)
    const place: WorkPlace = {
      buildingId: fact?.buildingId ?? null,
      type: fact?.type ?? null,
      skill: task.skill,
      timeZone: zones.of(task.building_id),
    }
    const [next] = onCallAt({ companies: roster.companies, operators: colleagues }, place, ctx.now)
    if (!next || isFull(next)) return company
    colleagues = withOneMore(colleagues, next.id)
    return { kind: 'OPERATOR', id: next.id }
  })
}

const keyOf = (assignee: AssigneeKey | null): string => (assignee ? `${assignee.kind} ${assignee.id}` : '')

/** Without those who may not get work after all: their tasks become unassigned. */
const stillAssignable = async (
  ctx: TenantContext,
  wanted: readonly (AssigneeKey | null)[],
): Promise<(AssigneeKey | null)[]> => {
  const distinct = new Map(wanted.flatMap((one) => (one ? [[keyOf(one), one] as const] : [])))
  const refused = new Set<string>()
  // In key order, as everywhere when several are locked; at most one for each colleague on duty.
  for (const [key, one] of [...distinct].sort(([a], [b]) => (a < b ? -1 : 1)))
    if (!(await isAssignable(ctx, one))) refused.add(key)
  return wanted.map((one) => (refused.has(keyOf(one)) ? null : one))
}

const storeHandover = `insert into operator_handover (tenant_id, id, operator_id, task_id, was_kind, was_id, to_kind, to_id, handed_at)
  select $1, row.id, $2, row.task_id, row.was_kind, row.was_id, row.to_kind, row.to_id, $3
  from unnest($4::uuid[], $5::uuid[], $6::text[], $7::uuid[], $8::text[], $9::uuid[])
    as row (id, task_id, was_kind, was_id, to_kind, to_id)
  on conflict (tenant_id, operator_id, task_id) do update set was_kind = excluded.was_kind, was_id = excluded.was_id,
    to_kind = excluded.to_kind, to_id = excluded.to_id, handed_at = excluded.handed_at`

/** @param absent locked by the caller after `lockAbsences`, or just created, and no longer on duty */
export const handOver = async (ctx: TenantContext, absent: Absent): Promise<void> => {
  // Companies are locked before tasks, as when one is suspended.
  const company = await companyOf(ctx, absent)
  const tasks = await lockOpenTasksOf(ctx, assigneesOf(absent))
  const targets = await stillAssignable(ctx, await successors(ctx, absent, company, tasks))
  const why = [{ code: 'ABSENT', name: absent.name } as const]
  const assignments = tasks.map(
    (task, index): Assignment => ({
      task,
      assignee: targets[index] ?? null,
      routing: { ruleId: null, why },
    }),
  )
  await assignEach(ctx, assignments)
  if (tasks.length === 0) return
  await ctx.run(storeHandover, [
    ctx.tenantId,
    absent.id,
    ctx.now,
    tasks.map(() => newId(ctx.now.getTime())),
    tasks.map(({ id }) => id),
    tasks.map(({ assignee_kind }) => assignee_kind),
    tasks.map(({ assignee_id }) => assignee_id),
    targets.map((target) => target?.kind ?? null),
    targets.map((target) => target?.id ?? null),
  ])
}

/** A new absence starts: the list of the last one is deleted. */
export const deleteHandover = async (ctx: TenantContext, operatorId: string): Promise<void> => {
  await ctx.run('delete from operator_handover where tenant_id = $1 and operator_id = $2', [
    ctx.tenantId,
    operatorId,
  ])
}

interface HandoverRow {
  task_id: string
  number: number
  title: string
  to_kind: AssigneeKey['kind'] | null
  to_id: string | null
  to_name: string | null
  can_take_back: boolean
}

/** SQL: whether somebody started the task since the handover, or did anything with one in progress. */
const wasTouched = (taskId: string, handedAt: string): string => `exists (
    select from task_history y where y.tenant_id = $1 and y.task_id = ${taskId} and y.at >= ${handedAt}
      and (y.changes ? 'status' or (y.at > ${handedAt} and y.actor_kind <> 'SYSTEM')))`

const notStarted = `t.merged_into is null and (t.status = 'OPEN' or (t.status = 'IN_PROGRESS' and not ${wasTouched('t.id', 'h.handed_at')}))
  and t.assignee_id is not distinct from h.to_id and t.assignee_kind is not distinct from h.to_kind`

const handedText = `select h.task_id, t.number, t.title, h.to_kind, h.to_id, ${notStarted} as can_take_back,
    case h.to_kind when 'OPERATOR' then (select name from operator where tenant_id = $1 and id = h.to_id)
      when 'COMPANY' then (select name from company where tenant_id = $1 and id = h.to_id) end as to_name
  from operator_handover h join task t on t.tenant_id = $1 and t.id = h.task_id
  where h.tenant_id = $1 and h.operator_id = $2 order by t.number`

/** The handover of the current absence, or of the last one. */
export const readHandedOver = async (ctx: StaffContext, operatorId: string): Promise<HandedOver[]> => {
  const rows = await ctx.run<HandoverRow>(handedText, [ctx.tenantId, operatorId])
  const ids = ctx.actor.kind === 'USER' ? rows.map((row) => row.task_id) : []
  const titles = await readTitles(ctx, ids, await callerLanguage(ctx))
  return rows.map((row) => ({
    taskId: row.task_id,
    number: row.number,
    title: titles.get(row.task_id) ?? row.title,
    to:
      row.to_kind === null || row.to_id === null
        ? null
        : { kind: row.to_kind, id: row.to_id, name: row.to_name ?? '' },
    canTakeBack: row.can_take_back,
  }))
}

interface HandedOverTask {
  task_id: string
  was_kind: AssigneeKey['kind']
  was_id: string
  to_kind: string | null
  to_id: string | null
  handed_at: Date
}

const returnableText = `delete from operator_handover where tenant_id = $1 and operator_id = $2
  returning task_id, was_kind, was_id, to_kind, to_id, handed_at`

const touchedText = `select k.id from unnest($2::uuid[], $3::timestamptz[]) as k (id, handed_at)
  where ${wasTouched('k.id', 'k.handed_at')}`

/**
 * Returns tasks that nobody has started and that are still with their new assignee.
 * @param back locked by the caller after `lockAbsences`
 * @returns the tasks
 */
export const takeBack = async (ctx: TenantContext, back: Absent): Promise<TaskRow[]> => {
  const kept = await ctx.run<HandedOverTask>(returnableText, [ctx.tenantId, back.id])
  const tasks = await lockTasks(
    ctx,
    kept.map(({ task_id }) => task_id),
  )
  // After the lock, so that nobody starts one in between.
  const started = await ctx.run<{ id: string }>(touchedText, [
    ctx.tenantId,
    kept.map(({ task_id }) => task_id),
    kept.map(({ handed_at }) => handed_at),
  ])
  const isStarted = ({ id, status }: TaskRow): boolean =>
    status === 'DONE' || (status === 'IN_PROGRESS' && started.some((one) => one.id === id))
  const assignments = kept.flatMap((one): Assignment[] => {
    const task = tasks.get(one.task_id)
    const now = task && assigneeOf(task)
    const isThere = (now?.id ?? null) === one.to_id && (now?.kind ?? null) === one.to_kind
    if (!task || !isThere || isStarted(task) || task.merged_into !== null) return []
    // The account may have been unlinked meanwhile.
    const isSame = one.was_kind === 'OPERATOR' || one.was_id === back.user_id
    return [
      {
        task,
        assignee: isSame ? { kind: one.was_kind, id: one.was_id } : { kind: 'OPERATOR', id: back.id },
        routing: { ruleId: null, why: [{ code: 'BACK', name: back.name }] },
      },
    ]
  })
  return assignEach(ctx, assignments)
}
