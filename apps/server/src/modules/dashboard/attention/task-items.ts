/**
 * Attention items for tasks that are unassigned, late, or without a word to visitors; each task once, for its most
 * urgent reason.
 */
import type { AttentionAct } from '#contracts/attention.ts'
import { issueDefaults } from '#contracts/catalogue/amenity-types.ts'
import type { VisitorLanguage } from '#contracts/kit/vocabulary.ts'
import { type Priority, priorities } from '#contracts/records.ts'
import { assigneeNameOf, overdue, readTitles, rejectedAt } from '#server/modules/tasks/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { conditions, type Filter, valuesFor } from '../filters.ts'
import type { AttentionText, AttentionWords } from './attention-words.ts'
import {
  type FoundItems,
  groupOf,
  hourMs,
  itemsPerGroup,
  type PlaceRow,
  placeOf,
  type Rank,
  ranks,
} from './item-parts.ts'

interface TaskRow extends PlaceRow {
  id: string
  number: number
  title: string
  rank: Rank
  since: Date
  total: number
  all_overdue: number
  all_unassigned: number
  reporter_count: number
  priority: Priority
  assignee_name: string | null
}

/** Time in which an assigned urgent task must be started. */
const beginMs = 30 * 60_000

const dangers = Object.entries(issueDefaults).flatMap(([code, { safety }]) => (safety ? [code] : []))

const textOf = ({ rank, reporter_count: reporters }: TaskRow, words: AttentionWords): AttentionText => {
  switch (rank) {
    case ranks.danger:
      return words.danger
    case ranks.rejected:
      return words.rejected
    case ranks.urgent:
      return words.urgent
    case ranks.overdue:
      return words.overdue
    case ranks.promise:
      return words.promise
    case ranks.unassigned:
      return words.unassigned
    default:
      return words.reporters(reporters)
  }
}

const actsOf = (rank: Rank): readonly AttentionAct[] => {
  switch (rank) {
    case ranks.overdue:
    case ranks.promise:
      return ['SET_DUE', 'ASSIGN', 'FINISH']
    case ranks.rejected:
      return ['ASSIGN', 'REPLY', 'FINISH']
    case ranks.reporters:
      return ['REPLY', 'ASSIGN', 'FINISH']
    default:
      return ['ASSIGN', 'FINISH']
  }
}

/** Overdue and unassigned are counted as the task list counts them, also where a task is listed for another reason. */
const countOfGroup = ({ rank, total, all_overdue, all_unassigned }: TaskRow): number => {
  switch (groupOf[rank]) {
    case 'LATE':
      return all_overdue
    case 'ASSIGN':
      return all_unassigned
    default:
      return total
  }
}

// What a person did after the visitor rejected the work; somebody assigned by a rule may not know that the work was
// done before.
const takenAgain = `exists (select from task_history h where h.tenant_id = $1 and h.task_id = t.id
  and h.action in ('ASSIGNED', 'STATUS_CHANGED', 'NOTE_ADDED') and h.actor_kind in ('USER', 'OPERATOR') and h.at > ${rejectedAt})`

// `offset 0` keeps it from reading the public notes of all tasks.
const hasPublicNote =
  'exists (select from task_note n where n.tenant_id = $1 and n.task_id = t.id and n.public offset 0)'

const groups = Object.entries(groupOf)
  .map(([rank, group]) => `when ${rank} then '${group}'`)
  .join(' ')

export const taskItems = async (
  ctx: TenantContext,
  filter: Filter,
  words: AttentionWords,
  language: VisitorLanguage,
): Promise<FoundItems> => {
  const values = valuesFor(ctx.tenantId)
  const now = values.add(ctx.now)
  const hourAgo = values.add(new Date(ctx.now.getTime() - hourMs))
  const begun = values.add(new Date(ctx.now.getTime() - beginMs))
  const danger = `${values.add(dangers)}::text[]`
  const rows = await ctx.run<TaskRow>(
    `select r.rank, r.since, r.total, r.all_overdue, r.all_unassigned, t.id, t.number, t.title, t.reporter_count,
       t.priority, ${assigneeNameOf('t')} as assignee_name, t.building_id, b.name as building_name, t.amenity_id, a.name as amenity_name
     from (
       select id, rank, since, all_overdue, all_unassigned, row_number() over (partition by kind order by case rank when ${ranks.promise} then ${ranks.overdue} else rank end,
         array_position(${values.add([...priorities])}::text[], priority) desc, since, id) as place,
         count(*) over (partition by kind) as total
       from (
         select id, rank, priority, all_overdue, all_unassigned, case rank ${groups} end as kind,
           case when rank = ${ranks.rejected} then rejected_at
                when rank = ${ranks.promise} then (select c.resolve_by from sla_clock c where c.tenant_id = $1 and c.task_id = ranked.id)
                when rank > ${ranks.urgent} and due_at < ${now} then due_at else created_at end as since
         from (
           select t.id, t.priority, t.due_at, t.created_at, ${rejectedAt} as rejected_at,
             count(*) filter (where ${overdue.isPastDeadline(`${now}::timestamptz`)}) over () as all_overdue,
             count(*) filter (where t.assignee_id is null) over () as all_unassigned,
             case when t.priority = 'URGENT' and t.category = any(${danger}) then ${ranks.danger}
                  when t.verification = 'REJECTED' and not ${takenAgain} then ${ranks.rejected}
                  when t.priority = 'URGENT' and t.status = 'OPEN'
                    and (t.assignee_id is null or t.updated_at < ${begun}) then ${ranks.urgent}
                  when t.due_at < ${now} then ${ranks.overdue}
                  -- A promise that is past calls until another time is agreed, and then when that is past.
                  when ${overdue.isPastResolveTime(`${now}::timestamptz`)} then ${ranks.promise}
                  when t.assignee_id is null and t.status = 'OPEN' and t.created_at < ${hourAgo} then ${ranks.unassigned}
                  when t.reporter_count >= 3 and not ${hasPublicNote} then ${ranks.reporters} end as rank
           from task t
           where t.tenant_id = $1 and t.merged_into is null and t.status in ('OPEN', 'IN_PROGRESS')
             ${conditions(filter, { building: 't.building_id', amenity: 't.amenity_id' }, values)}
           -- Worked out once for each task, and not again wherever it is named.
           offset 0
         ) ranked where rank is not null
       ) dated
     ) r
     cross join lateral (select * from task where tenant_id = $1 and id = r.id offset 0) t
     left join lateral (select name from building where tenant_id = $1 and id = t.building_id offset 0) b on true
     left join lateral (select name from amenity where tenant_id = $1 and id = t.amenity_id offset 0) a on true
     where r.place <= ${itemsPerGroup}
     order by r.rank, r.since, r.id`,
    values.list,
  )
  const titles = await readTitles(
    ctx,
    rows.map(({ id }) => id),
    language,
  )
  return {
    items: rows.map((row) => ({
      kind: 'TASK',
      id: row.id,
      name: `#${row.number} ${titles.get(row.id) ?? row.title}`,
      ...textOf(row, words),
      since: row.since.toISOString(),
      ...placeOf(row),
      rank: row.rank,
      acts: actsOf(row.rank),
      priority: row.priority,
      assignee: row.assignee_name,
    })),
    // Each row carries the total of its whole group, so one row of a group suffices.
    counts: [...Map.groupBy(rows, ({ rank }) => groupOf[rank]).values()].flatMap(([first]) =>
      first ? [{ rank: first.rank, n: countOfGroup(first) }] : [],
    ),
  }
}
