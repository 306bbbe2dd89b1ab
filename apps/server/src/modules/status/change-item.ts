/**
 * The only functions that change status items. All items of an amenity are locked together, because its state
 * depends on all of them.
 */
import type { OperationalState, ReportState } from '#contracts/records.ts'
import { setAmenityState } from '#server/modules/places/lookup/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { emit } from '#server/platform/events/emit.ts'
import { newId } from '#server/platform/ids.ts'
import { lockScheduledJobs } from '#server/platform/work/lock-scheduled-jobs.ts'
import { type ItemRow, toState } from './present-item.ts'
import { afterExpiry, expiresAt, type ItemState } from './rules.ts'
import { worstState } from './worst-state.ts'

export interface LockedAmenity {
  readonly id: string
  readonly buildingId: string
  readonly archived: boolean
  /** by position */
  readonly items: readonly ItemRow[]
}

const expiryJob = 'status.item_silent'

/** @returns undefined if there is no such amenity or it has no items */
const lockRows = async (ctx: TenantContext, amenityId: string): Promise<LockedAmenity | undefined> => {
  // Locked in order of ids, so that transactions never deadlock.
  const rows = await ctx.db
    .selectFrom('status_item')
    .selectAll()
    .where('amenity_id', '=', amenityId)
    .orderBy('id')
    .forUpdate()
    .execute()
  const amenity = await ctx.db
    .selectFrom('amenity')
    .select(['building_id', 'archived_at'])
    .where('id', '=', amenityId)
    .executeTakeFirst()
  if (!amenity || rows.length === 0) return undefined
  return {
    id: amenityId,
    buildingId: amenity.building_id,
    archived: amenity.archived_at !== null,
    items: rows.sort((a, b) => a.position - b.position || (a.id < b.id ? -1 : 1)),
  }
}

/**
 * Locks the items for a change that may move their scheduled expiry.
 * @returns undefined if there is no such amenity or it has no items
 */
export const lockItems = async (
  ctx: TenantContext,
  amenityId: string,
): Promise<LockedAmenity | undefined> => {
  const items = await ctx.db
    .selectFrom('status_item')
    .select('id')
    .where('amenity_id', '=', amenityId)
    .execute()
  await lockScheduledJobs(
    ctx,
    expiryJob,
    items.map(({ id }) => id),
  )
  return lockRows(ctx, amenityId)
}

interface LockedItem {
  readonly amenity: LockedAmenity
  readonly item: ItemRow
}

const lockBy = async (
  ctx: TenantContext,
  itemId: string,
  lock: typeof lockItems,
): Promise<LockedItem | undefined> => {
  const found = await ctx.db
    .selectFrom('status_item')
    .select('amenity_id')
    .where('id', '=', itemId)
    .executeTakeFirst()
  const amenity = found && (await lock(ctx, found.amenity_id))
  const item = amenity?.items.find(({ id }) => id === itemId)
  return amenity && item && { amenity, item }
}

/** The item with its whole amenity, locked for a change; undefined if there is none. */
export const lockItem = (ctx: TenantContext, itemId: string): Promise<LockedItem | undefined> =>
  lockBy(ctx, itemId, lockItems)

/** Updates the amenity's state to the worst of the given items. */
export const followItems = async (
  ctx: TenantContext,
  amenityId: string,
  items: readonly ItemRow[],
): Promise<void> => {
  await setAmenityState(
    ctx,
    amenityId,
    worstState(items.filter(({ visible }) => visible).map(({ state }) => state as OperationalState)),
  )
}

export interface ItemChange {
  readonly next: ItemState
  /** new number of independent reports, and the time of the last */
  readonly reports?: number
  readonly reportedAt?: Date
  /** note and end given by staff; absent: unchanged, unless the state changes */
  readonly said?: { readonly note: string | null; readonly expectedEnd: Date | null }
}

const insertChange = `insert into status_change (tenant_id, id, amenity_id, item_id, item_name, at, state, report, note)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`

/**
 * Changes one item and emits an event if anything differs. Changes by visitors or the system keep the version,
 * since nobody edited the item.
 * @returns the item as it is now
 */
export const changeItem = async (
  ctx: TenantContext,
  amenity: LockedAmenity,
  item: ItemRow,
  change: ItemChange,
): Promise<ItemRow> => {
  const { next, said } = change
  const before = toState(item)
  const stateMoved = next.state !== before.state
  const reportMoved = next.report !== before.report
  // A note belongs to the state that it was written for.
  const note = said ? said.note : stateMoved ? null : item.note
  const expectedEnd = said ? said.expectedEnd : stateMoved ? null : item.expected_end
  const reports = next.report === 'OK' ? 0 : (change.reports ?? item.reports)
  // Stored even if the state does not change: it decides whether reported faults are over.
  const workingSaidAt = !said ? item.working_said_at : next.state === 'OPERATIONAL' ? ctx.now : null
  const after = await ctx.db
    .updateTable('status_item')
    .set({
      state: next.state,
      state_set_by: next.setBy,
      report: next.report,
      reports,
      note,
      expected_end: expectedEnd,
      since: stateMoved || reportMoved ? ctx.now : item.since,
      report_since: reportMoved ? ctx.now : item.report_since,
      reported_since: before.report === 'OK' && reportMoved ? ctx.now : item.reported_since,
      last_report_at: change.reportedAt ?? item.last_report_at,
      working_said_at: workingSaidAt,
      version: said ? item.version + 1 : item.version,
    })
    .where('id', '=', item.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await scheduleExpiry(ctx, after)
  const endMoved = expectedEnd?.getTime() !== item.expected_end?.getTime()
  if (stateMoved || reportMoved || note !== item.note || endMoved) {
    await ctx.run(insertChange, [
      ctx.tenantId,
      newId(ctx.now.getTime()),
      amenity.id,
      item.id,
      item.name,
      ctx.now,
      next.state,
      next.report,
      note,
    ])
  }
  if (stateMoved || reportMoved) {
    await emit(ctx, 'status.changed', {
      itemId: item.id,
      amenityId: amenity.id,
      buildingId: amenity.buildingId,
      state: { from: before.state, to: next.state },
      report: { from: before.report, to: next.report },
    })
  }
  if (stateMoved) {
    await followItems(
      ctx,
      amenity.id,
      amenity.items.map((one) => (one.id === item.id ? after : one)),
    )
  }
  return after
}

/** Schedules the time at which a single report or a solved problem expires. */
const scheduleExpiry = async (ctx: TenantContext, item: ItemRow): Promise<void> => {
  const at = expiresAt(toState(item), item.last_report_at ?? item.since, item.report_since ?? item.since)
  if (at) await ctx.schedule(expiryJob, item.id, at)
  else await ctx.cancel(expiryJob, item.id)
}

/** Expires a report that nobody confirmed, or a problem that stayed solved. */
export const expireItem = async (ctx: TenantContext, itemId: string): Promise<void> => {
  // Locks rows only: locking the scheduled jobs of the other items could deadlock with the worker that runs one.
  const found = await lockBy(ctx, itemId, lockRows)
  if (!found) return
  const { amenity, item } = found
  const next = afterExpiry(
    toState(item),
    ctx.now,
    item.last_report_at ?? item.since,
    item.report_since ?? item.since,
  )
  if (next.report === item.report) await scheduleExpiry(ctx, item)
  else await changeItem(ctx, amenity, item, { next })
}

/** Writes a final OPERATIONAL entry to the history of an item that is being removed. */
export const endItem = async (ctx: TenantContext, amenity: LockedAmenity, item: ItemRow): Promise<void> => {
  const quiet: ReportState = 'OK'
  if (!item.visible) {
    // Visitors never saw the item, so its history is removed too.
    await ctx.run('delete from status_change where tenant_id = $1 and item_id = $2', [ctx.tenantId, item.id])
  } else if (item.state !== 'OPERATIONAL' || item.report !== quiet) {
    await ctx.run(insertChange, [
      ctx.tenantId,
      newId(ctx.now.getTime()),
      amenity.id,
      item.id,
      item.name,
      ctx.now,
      'OPERATIONAL',
      quiet,
      null,
    ])
  }
}
