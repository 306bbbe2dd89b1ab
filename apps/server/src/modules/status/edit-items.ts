/** What administrators can do with the status items of an amenity. */

import type { OperationalState } from '#contracts/records.ts'
import { createStatusItem, type StatusItem } from '#contracts/status/items.ts'
import type { StaffContext, TenantContext } from '#server/platform/context.ts'
import { conflict, notFound } from '#server/platform/errors.ts'
import { auditBefore, auditGone } from '#server/platform/gate/audit.ts'
import { requireVersion } from '#server/platform/gate/version.ts'
import { newId } from '#server/platform/ids.ts'
import { changeItem, endItem, followItems, type LockedAmenity, lockItem, lockItems } from './change-item.ts'
import { type ItemRow, presentItem, toState } from './present-item.ts'
import { afterStaff } from './rules.ts'

/** Visitors choose from the list on a phone. */
const mostItems = 30

export interface ItemInput {
  readonly name?: string
  /** 0 is first; a position beyond the end means last */
  readonly position?: number
  readonly visible?: boolean
}

const requireFreeName = (items: readonly ItemRow[], name: string): void => {
  if (items.some((item) => item.name.toLowerCase() === name.toLowerCase()))
    throw conflict('This amenity already has an item with this name')
}

/** @throws ServiceError NOT_FOUND for a missing item and for one of an archived amenity */
const requireItem = async (
  ctx: TenantContext,
  id: string,
): Promise<{ amenity: LockedAmenity; item: ItemRow }> => {
  const found = await lockItem(ctx, id)
  if (!found || found.amenity.archived) throw notFound()
  return found
}

const renumber = `update status_item set position = (o.place - 1)::int from unnest($2::uuid[]) with ordinality as o (id, place)
  where status_item.tenant_id = $1 and status_item.id = o.id and status_item.position <> o.place - 1`

const moveTo = async (
  ctx: TenantContext,
  items: readonly ItemRow[],
  id: string,
  position: number,
): Promise<void> => {
  const others = items.map((item) => item.id).filter((other) => other !== id)
  await ctx.run(renumber, [ctx.tenantId, [...others.slice(0, position), id, ...others.slice(position)]])
}

const read = async (ctx: TenantContext, id: string): Promise<StatusItem> =>
  presentItem(
    await ctx.db.selectFrom('status_item').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  )

/** The new item is OPERATIONAL. @throws ServiceError NOT_FOUND, CONFLICT */
export const addItem = async (
  ctx: StaffContext,
  amenityId: string,
  input: ItemInput & { readonly name: string },
): Promise<StatusItem> => {
  // An advisory lock, because a row that another request is inserting cannot be locked yet.
  await ctx.run('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `${ctx.tenantId}:status-items:${amenityId}`,
  ])
  const amenity = await lockItems(ctx, amenityId)
  if (!amenity || amenity.archived) throw notFound()
  const { items } = amenity
  requireFreeName(items, input.name)
  if (items.length >= mostItems) throw conflict(`An amenity has at most ${mostItems} status items`)
  const id = newId(ctx.now.getTime())
  const position = Math.min(input.position ?? items.length, items.length)
  await ctx.db
    .insertInto('status_item')
    .values({
      tenant_id: ctx.tenantId,
      id,
      amenity_id: amenityId,
      name: input.name,
      position,
      visible: input.visible ?? true,
      since: ctx.now,
      created_at: ctx.now,
    })
    .execute()
  await moveTo(ctx, items, id, position)
  return read(ctx, id)
}

const requireAnotherVisible = (items: readonly ItemRow[], id: string): void => {
  if (!items.some((item) => item.visible && item.id !== id))
    throw conflict('Visitors must see at least one item')
}

/** @throws ServiceError NOT_FOUND, CONFLICT, PRECONDITION_FAILED */
export const editItem = async (ctx: StaffContext, id: string, input: ItemInput): Promise<StatusItem> => {
  const { amenity, item } = await requireItem(ctx, id)
  requireVersion(ctx, item.version)
  auditBefore(ctx, presentItem(item))
  const others = amenity.items.filter((other) => other.id !== id)
  if (input.name !== undefined) requireFreeName(others, input.name)
  const visible = input.visible ?? item.visible
  if (item.visible && !visible) requireAnotherVisible(amenity.items, id)
  await ctx.db
    .updateTable('status_item')
    .set({ name: input.name ?? item.name, visible, version: item.version + 1 })
    .where('id', '=', id)
    .execute()
  if (input.position !== undefined) await moveTo(ctx, amenity.items, id, input.position)
  if (visible !== item.visible) await followItems(ctx, amenity.id, [...others, { ...item, visible }])
  return read(ctx, id)
}

/** @throws ServiceError NOT_FOUND, CONFLICT for the only item, PRECONDITION_FAILED */
export const removeItem = async (ctx: StaffContext, id: string): Promise<void> => {
  const { amenity, item } = await requireItem(ctx, id)
  requireVersion(ctx, item.version)
  const others = amenity.items.filter((other) => other.id !== id)
  if (others.length === 0) throw conflict('The only status item of an amenity cannot be deleted')
  requireAnotherVisible(amenity.items, id)
  auditGone(ctx, presentItem(item), createStatusItem)
  await endItem(ctx, amenity, item)
  await ctx.db.deleteFrom('status_subscription').where('item_id', '=', id).execute()
  await ctx.db.deleteFrom('status_item').where('id', '=', id).execute()
  await followItems(ctx, amenity.id, others)
}

/** @throws ServiceError NOT_FOUND */
export const setItemState = async (
  ctx: StaffContext,
  id: string,
  {
    state,
    note,
    expectedEnd,
  }: { readonly state: OperationalState; readonly note: string | null; readonly expectedEnd: Date | null },
): Promise<StatusItem> => {
  const { amenity, item } = await requireItem(ctx, id)
  const said = { note, expectedEnd }
  auditBefore(ctx, presentItem(item))
  return presentItem(await changeItem(ctx, amenity, item, { next: afterStaff(toState(item), state), said }))
}
