/** Takes a visitor's status report; used by the API and by the page without JavaScript. */
import type { OperationalState, ReportState } from '#contracts/records.ts'
import type { StatusReportInput, StatusReportReceipt } from '#contracts/status.ts'
import {
  findPlace,
  type Place,
  recordReportAsFeedback,
  reportBySubmission,
  spokenLanguage,
  storedIssues,
  suspicionOf,
} from '#server/modules/feedback/public.ts'
import type { PublicContext, TenantContext } from '#server/platform/context.ts'
import { notFound, qrNotConfigured } from '#server/platform/errors.ts'
import { emit } from '#server/platform/events/emit.ts'
import { markUrgent } from '#server/platform/events/urgent.ts'
import { newId } from '#server/platform/ids.ts'
import { changeItem, type LockedAmenity, lockItems } from './change-item.ts'
import { type ItemRow, toState } from './present-item.ts'
import { afterReport, confirmWithinMs } from './rules.ts'

const receipt = (
  ctx: TenantContext,
  id: string,
  item: { state: OperationalState; report: ReportState; reports: number },
): StatusReportReceipt => {
  const trackingToken = ctx.platform.keys.seal('tracking', ctx.tenantId, id)
  const { state, report, reports } = item
  return {
    id,
    trackingToken,
    trackingUrl: `${ctx.platform.config.baseUrl}/t/${trackingToken}`,
    state,
    report,
    reports,
  }
}

const itemOf = (amenity: LockedAmenity, itemId: string | undefined): ItemRow => {
  const visible = amenity.items.filter((item) => item.visible)
  const item =
    itemId === undefined ? (visible[0] ?? amenity.items[0]) : visible.find(({ id }) => id === itemId)
  if (!item) throw notFound()
  return item
}

const sourcesSince = `select
    exists (select from status_report where tenant_id = $1 and item_id = $2 and source = $3 and created_at >= $4) as counted,
    exists (select from status_report where tenant_id = $1 and item_id = $2 and source <> $3 and created_at >= $5) as independent`

const namedText = `select r.issue from status_report r
  where r.tenant_id = $1 and r.item_id = $2 and r.issue is not null and r.created_at >= $3
  order by r.id in (select l.report_id from task_status_report l join task t on t.tenant_id = $1 and t.id = l.task_id
    where l.tenant_id = $1 and l.item_id = $2 and t.status <> 'DONE') desc, r.created_at desc, r.id desc limit 1`

/**
 * "Same here" names no issue: it means the last one reported since the item was OK, preferably one that is not
 * done.
 */
const lastIssueOf = async (ctx: TenantContext, item: ItemRow): Promise<string | undefined> => {
  if (item.report === 'OK') return undefined
  const [named] = await ctx.run<{ issue: string }>(namedText, [ctx.tenantId, item.id, item.reported_since])
  return named?.issue
}

interface Visit {
  readonly place: Place
  readonly source: string
  readonly input: StatusReportInput
  readonly suspicion: string | null
}

const take = async (
  ctx: TenantContext,
  { place, source, input, suspicion }: Visit,
): Promise<StatusReportReceipt> => {
  const amenity = await lockItems(ctx, place.amenityId)
  if (!amenity || amenity.archived) throw qrNotConfigured()
  const item = itemOf(amenity, input.itemId)
  const submissionId = input.submissionId?.toLowerCase() ?? null
  const first = submissionId === null ? undefined : await reportBySubmission(ctx, submissionId)
  if (first) return receipt(ctx, first.id, { ...toState(item), reports: item.reports })

  const id = newId(ctx.now.getTime())
  const [said] = storedIssues(place, input.issue === undefined ? [] : [input.issue])
  const named = said?.code ?? (await lastIssueOf(ctx, item)) ?? null
  if (suspicion === null && named !== null && place.dangers.has(named)) await markUrgent(ctx)
  await recordReportAsFeedback(ctx, {
    id,
    place,
    issues: [said ?? { code: named ?? 'OTHER', detail: null }],
    comment: input.comment ?? null,
    language: spokenLanguage(input.language),
    source,
    submissionId,
    imageKeys: input.imageKeys ?? [],
    suspicion,
  })
  const before = toState(item)
  const began = item.report === 'OK' ? ctx.now : (item.reported_since ?? ctx.now)
  const lastHour = new Date(Math.max(began.getTime(), ctx.now.getTime() - confirmWithinMs))
  const [known] = await ctx.run<{ counted: boolean; independent: boolean }>(sourcesSince, [
    ctx.tenantId,
    item.id,
    source,
    began,
    lastHour,
  ])
  const next = afterReport(before, known?.independent ?? false)
  const reports = item.report === 'OK' ? 1 : Math.max(1, item.reports + (known?.counted ? 0 : 1))
  // A suspicious report gets the same answer but changes nothing.
  const kept = suspicion === null
  if (kept) {
    await ctx.run(
      'insert into status_report (tenant_id, id, item_id, amenity_id, issue, source, created_at) values ($1, $2, $3, $4, $5, $6, $7)',
      [ctx.tenantId, id, item.id, amenity.id, named, source, ctx.now],
    )
  }
  await emit(ctx, 'status.reported', {
    reportId: id,
    itemId: item.id,
    amenityId: amenity.id,
    buildingId: amenity.buildingId,
    issue: named,
    report: { from: before.report, to: kept ? next.report : before.report },
    reports: kept ? reports : item.reports,
    quarantined: !kept,
  })
  if (kept) await changeItem(ctx, amenity, item, { next, reports, reportedAt: ctx.now })
  return receipt(ctx, id, { ...next, reports })
}

/** @throws ServiceError VALIDATION_ERROR, NOT_FOUND, QR_NOT_CONFIGURED */
export const takeReport = async (
  ctx: PublicContext,
  code: string,
  input: StatusReportInput,
): Promise<StatusReportReceipt> => {
  const place = await findPlace(ctx, code)
  const { idempotencyKey: key, source } = ctx
  const sending = input.submissionId?.toLowerCase() ?? key ?? null
  const visit: Visit = {
    place,
    source,
    input,
    suspicion: suspicionOf(ctx, place.amenityId, sending, input.comment ?? null),
  }
  // If the same submission arrives twice at once, the retry finds the first one.
  return ctx.writeOnce(place.tenantId, place.code, (tenant) => take(tenant, visit))
}
