/** A single task with its details. */

import type { TaskRef } from '#contracts/records.ts'
import type { TaskDetail, TaskFinding } from '#contracts/tasks/records.ts'
import { imagesOf } from '#server/modules/uploads/public.ts'
import type { StaffContext } from '#server/platform/context.ts'
import { storedZone } from '#server/platform/stored-zone.ts'
import { type NoteRow, noteColumns, presentNote } from '../notes/notes.ts'
import { readTitles } from '../problems/read-titles.ts'
import { wordsOfRejections } from '../problems/rejection.ts'
import { readIntervals } from '../sla/present-sla.ts'
import { mostOrigins, type OriginRow, originsText, presentOrigin } from './origin-feedback.ts'
import { languageOf, readTask, routingOf } from './present-task.ts'

interface DetailRow {
  amenity: TaskDetail['amenity']
  feedback_count: number
  followers: number
  merged: TaskRef[]
  language: string
  time_zone: string
  routing: unknown
  site: TaskDetail['site']
}

const detailText = `select
    (select jsonb_build_object('id', a.id, 'name', a.name, 'type', a.type, 'state', a.state, 'qrCode',
       (select q.code from qr_code q where q.tenant_id = $1 and q.amenity_id = a.id and q.retired_at is null))
     from amenity a where a.tenant_id = $1 and a.id = t.amenity_id) as amenity,
    f.n as feedback_count, f.followers,
    coalesce((select jsonb_agg(jsonb_build_object('id', m.id, 'number', m.number, 'title', m.title, 'status', m.status) order by m.number)
     from task m where m.tenant_id = $1 and m.merged_into = t.id), '[]') as merged,
    coalesce((select language from app_user where tenant_id = $1 and id = $3),
      (select settings -> 'profile' ->> 'locale' from tenant where id = $1), 'en') as language,
    coalesce((select time_zone from building where tenant_id = $1 and id = t.building_id),
      (select time_zone from tenant where id = $1)) as time_zone,
    t.routing,
    (select jsonb_build_object('contact', b.contact, 'accessNote', b.access_note, 'hazardNote', b.hazard_note,
       'organisation', (select settings -> 'branding' ->> 'contact' from tenant where id = $1))
     from building b where b.tenant_id = $1 and b.id = t.building_id) as site
  from task t cross join lateral (
    select count(*) filter (where f.state = 'VISIBLE') as n, count(*) filter (where f.subscribed) as followers
    from task_feedback l cross join lateral (select state, outcome_email is not null and outcome_asked_at is null as subscribed from feedback where tenant_id = $1 and id = l.feedback_id offset 0) f
    where l.tenant_id = $1 and l.task_id = t.id) f
  where t.tenant_id = $1 and t.id = $2`

const lastNotes = `select ${noteColumns} from task_note where tenant_id = $1 and task_id = $2 order by created_at desc, id desc limit 20`

interface FindingRow extends Omit<TaskFinding, 'scout' | 'createdAt'> {
  scout_id: string
  alias: string
  kind: string
  created_at: Date
}

const findingsText = `select f.id, f.severity, f.text, f.state, f.scout_id, s.alias, s.kind, f.created_at
  from finding f join scout s on s.tenant_id = $1 and s.id = f.scout_id
  where f.tenant_id = $1 and f.task_id = $2 order by f.created_at, f.id limit 50`

const policyText = 'select name from sla_policy where tenant_id = $1 and id = $2'

const noon = Temporal.PlainTime.from('12:00')

/** When a mystery visitor came is told by the day only. */
const presentFinding = (
  { scout_id, alias, kind, created_at: at, ...finding }: FindingRow,
  timeZone: string,
): TaskFinding => {
  const local = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone)
  const told = kind === 'MYSTERY' ? local.withPlainTime(noon) : local
  return {
    ...finding,
    scout: { id: scout_id, name: alias },
    createdAt: new Date(told.epochMilliseconds).toISOString(),
  }
}

/** @throws ServiceError NOT_FOUND */
export const readTaskDetail = async (ctx: StaffContext, id: string): Promise<TaskDetail> => {
  const [task, [row], feedback, notes, findings] = await Promise.all([
    readTask(ctx, id),
    ctx.run<DetailRow>(detailText, [ctx.tenantId, id, ctx.actor.id]),
    ctx.run<OriginRow>(originsText, [ctx.tenantId, [id], mostOrigins]),
    ctx.run<NoteRow>(lastNotes, [ctx.tenantId, id]),
    ctx.run<FindingRow>(findingsText, [ctx.tenantId, id]),
  ])
  const language = languageOf(row?.language ?? 'en')
  const merged = row?.merged ?? []
  const policyId = task.sla?.policyId ?? null
  const [images, words, intervals, titles, [policy]] = await Promise.all([
    imagesOf(ctx, { feedbackIds: feedback.map((one) => one.id) }),
    wordsOfRejections(ctx, task.rejection ? [id] : []),
    task.sla ? readIntervals(ctx, id) : [],
    readTitles(ctx, ctx.actor.kind === 'USER' ? merged.map((one) => one.id) : [], language),
    policyId === null ? [] : ctx.run<{ name: string }>(policyText, [ctx.tenantId, policyId]),
  ])
  return {
    ...task,
    amenity: row?.amenity ?? null,
    routing: routingOf(row?.routing ?? null, row?.language ?? 'en'),
    rejection: task.rejection && { ...task.rejection, text: words.get(id) ?? null },
    feedback: feedback.map((one) => presentOrigin(one, language, images.get(one.id) ?? [])),
    feedbackCount: row?.feedback_count ?? 0,
    notes: notes.reverse().map((note) => presentNote(note, task.attachments)),
    merged: merged.map((one) => ({ ...one, title: titles.get(one.id) ?? one.title })),
    findings: findings.map((finding) => presentFinding(finding, storedZone(row?.time_zone ?? 'UTC'))),
    followers: row?.followers ?? 0,
    timeZone: storedZone(row?.time_zone ?? 'UTC'),
    sla: task.sla && {
      ...task.sla,
      intervals,
      policyName: policy?.name ?? null,
      timeZone: storedZone(row?.time_zone ?? 'UTC'),
    },
    site: row?.site ?? null,
  }
}
