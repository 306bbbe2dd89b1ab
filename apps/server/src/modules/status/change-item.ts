/** The only functions that change status items. All items of an amenity are locked at once, so that its state follows. */
import type { OperationalState, ReportState } from '#contracts/records.ts'
import { setAmenityState } from '#server/modules/places/lookup/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { emit } from '#server/platform/events/emit.ts'
import { newId } from '#server/platform/ids.ts'
import { lockScheduledJobs } from '#server/platform/work/lock-scheduled-jobs.ts'
import { type ItemRow, toState } from './present-item.ts'
import { afterQuiet, type ItemState, silentAt } from './rules.ts'
import { worstState } from './worst-state.ts'

export interface LockedAmenity {
  readonly id: string
  readonly buildingId: string
  readonly archived: boolean
  /** in their order */
  readonly items: readonly ItemRow[]
}

const silent = 'status.item_silent'

/** @returns undefined where there is no such amenity, or where it has no items */
const lockRows = async (ctx: TenantContext, amenityId: string): Promise<LockedAmenity | undefined> => {
  // In the order of ids, so that two who lock the same never wait for each other crosswise.
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
 * For a change, which may move when an item falls silent.
 * @returns undefined where there is no such amenity, or where it has no items
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
    silent,
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

/** The item of this id with its whole amenity, locked for a change; undefined where there is none. */
export const lockItem = (ctx: TenantContext, itemId: string): Promise<LockedItem | undefined> =>
  lockBy(ctx, itemId, lockItems)

/** What the amenity is after `items` are as given. */
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
  /** new count of independent reports, and when the last came */
  readonly reports?: number
  readonly reportedAt?: Date
  /** what staff say with it; absent: unchanged, unless the state changes */
  readonly said?: { readonly note: string | null; readonly expectedEnd: Date | null }
}

const insertChange = `insert into status_change (tenant_id, id, amenity_id, item_id, item_name, at, state, report, note)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`

/**
 * Moves one item and tells of it, if anything moved. A visitor's or the system's change leaves the version: nobody
 * edited the item.
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
  // Their word is heard also where it moves nothing.
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
  await expectSilence(ctx, after)
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

/** Time alone moves an item that was reported once or solved. */
const expectSilence = async (ctx: TenantContext, item: ItemRow): Promise<void> => {
  const at = silentAt(toState(item), item.last_report_at ?? item.since, item.report_since ?? item.since)
  if (at) await ctx.schedule(silent, item.id, at)
  else await ctx.cancel(silent, item.id)
}

/** Nobody confirmed a report, or a problem stayed solved. */
export const settleSilentItem = async (ctx: TenantContext, itemId: string): Promise<void> => {
  // That of the other items another worker may have in hand, and it needs the same rows.
  const found = await lockBy(ctx, itemId, lockRows)
  if (!found) return
  const { amenity, item } = found
  const next = afterQuiet(
    toState(item),
    ctx.now,
    item.last_report_at ?? item.since,
    item.report_since ?? item.since,
  )
  if (next.report === item.report) await expectSilence(ctx, item)
  else await changeItem(ctx, amenity, item, { next })
}

/** What the history knows of an item that is about to go: it ended well. */
export const endItem = async (ctx: TenantContext, amenity: LockedAmenity, item: ItemRow): Promise<void> => {
  const quiet: ReportState = 'OK'
  if (!item.visible) {
    // Visitors never saw it; so its past is not theirs either.
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
