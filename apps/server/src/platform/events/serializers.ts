/**
 * Outbound serializers: each module serializes events of its records for webhooks and the live stream, many at
 * once.
 */

import { isShown, type Outward, type ShownName } from '#contracts/outward.ts'
import type { AllSerializers, Serializer, Serializers, TenantContext, TenantInfo } from '../context.ts'
import { storedZone } from '../stored-zone.ts'
import type { StoredEvent } from './stored-event.ts'

export interface SerializedEvent {
  readonly id: string
  readonly type: ShownName
  readonly at: Date
  readonly data: Outward<ShownName>
}

/** @throws Error if two modules serialize the same event */
export const collectSerializers = (parts: readonly Serializers[]): AllSerializers => {
  const all: Partial<Record<string, unknown>> = {}
  for (const part of parts)
    for (const [name, serialize] of Object.entries(part)) {
      if (all[name]) throw new Error(`Two modules serialize ${name}`)
      all[name] = serialize
    }
  return all as unknown as AllSerializers
}

const tenantText = 'select id, name, plan, time_zone as "timeZone" from tenant where id = $1'

/** In order, with each record as it is now; events without a serialization are left out. */
export const serializeEvents = async (
  ctx: TenantContext,
  events: readonly StoredEvent[],
): Promise<SerializedEvent[]> => {
  const [tenant] = await ctx.run<TenantInfo>(tenantText, [ctx.tenantId])
  if (!tenant) return []
  const byType = Map.groupBy(
    events.filter(({ type }) => isShown(type)),
    ({ type }) => type as ShownName,
  )
  const serialized = new Map<string, Outward<ShownName>>()
  for (const [type, some] of byType) {
    const serialize = ctx.platform.serializers[type] as Serializer<ShownName>
    for (const [id, data] of await serialize(
      { ...ctx, tenant: { ...tenant, timeZone: storedZone(tenant.timeZone) } },
      some as readonly StoredEvent<ShownName>[],
    ))
      serialized.set(id, data)
  }
  return events.flatMap(({ id, type, at }) => {
    const data = serialized.get(id)
    return data ? [{ id, type: type as ShownName, at, data }] : []
  })
}

/** Serializes events about one record each: the record (only its id if it is gone) and what the event adds. */
export const serializeEach = <N extends ShownName, R extends object>(
  events: readonly StoredEvent<N>[],
  idOf: (payload: StoredEvent<N>['payload']) => string,
  records: ReadonlyMap<string, R>,
  add: (event: StoredEvent<N>) => object,
): ReadonlyMap<string, Outward<N>> =>
  new Map(
    events.map((event) => {
      const id = idOf(event.payload)
      return [event.id, { changes: [], ...records.get(id), id, ...add(event) } as unknown as Outward<N>]
    }),
  )
