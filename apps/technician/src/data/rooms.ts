/**
 * Cached rooms. The codes of the rooms of the user's tasks come with the list, so that stickers work
 * offline; reported issues are read only on a scan, because reading them counts as one.
 */

import { type Cell, cell } from '#client/cell.ts'
import type { Client } from '#client/client.ts'
import { ApiError } from '#client/errors.ts'
import { getFeedbackAmenity } from '#contracts/feedback.ts'
import { listTasks, taskSummary } from '#contracts/tasks.ts'
import type { Language } from '#i18n/languages.ts'
import type { CachedList, CachedRoom, TaskCache } from './task-cache.ts'
import { isWithinMinute } from './task-source.ts'

/**
 * OFFLINE  no response, and the code is not cached
 * UNKNOWN  no such code, or it has no room
 */
export type CodeTrouble = 'OFFLINE' | 'UNKNOWN'

export type FoundRoom = Pick<CachedRoom, 'id' | 'name' | 'location' | 'building'>

export interface RoomSource {
  readonly rooms: Cell<readonly CachedRoom[]>
  /** Reads the cache; sends no request. */
  recall(): Promise<void>
  /**
   * The amenity of a scanned code, from the cache if known, else from the service. A cached answer is checked
   * with the service, and `rooms` is corrected if the code has moved.
   */
  scanned(code: string, language: Language): Promise<{ readonly id: string } | CodeTrouble>
  /** Reads open and finished tasks of the room, at most once a minute. @throws ApiError */
  read(id: string): Promise<void>
  /** Keeps code and type of the rooms in the list. */
  learn(list: CachedList | undefined): Promise<void>
  /** At most 20 rooms of the buildings that the user looks after, with these words. @throws ApiError */
  search(text: string): Promise<readonly FoundRoom[]>
  /** Keeps a room that was found, so that its name is known. */
  choose(room: FoundRoom): Promise<void>
  forget(): void
}

const hasNoRoom = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'NOT_FOUND' || error.code === 'QR_NOT_CONFIGURED')

export const createRoomSource = (
  client: Client,
  cache: Pick<TaskCache, 'readRooms' | 'writeRoom'>,
  owner: () => { readonly id: string } | undefined,
  now: () => number = Date.now,
): RoomSource => {
  const rooms = cell<readonly CachedRoom[]>([])
  const find = (id: string): CachedRoom | undefined => rooms.get().find((room) => room.id === id)

  const keep = async (room: CachedRoom): Promise<void> => {
    if (owner()?.id !== room.owner) return
    const others = rooms.get().filter(({ id }) => id !== room.id)
    // A sticker belongs to one room, so the room that had this code before loses it.
    const left = others
      .filter(({ code }) => code !== null && code === room.code)
      .map((one) => ({ ...one, code: null }))
    rooms.set([...others.filter(({ id }) => !left.some((one) => one.id === id)), ...left, room])
    await Promise.all([...left, room].map(cache.writeRoom))
  }

  const readSticker = async (whose: string, code: string, language: Language): Promise<string> => {
    const { amenity, building, location, branding, issues, known, ...told } = await client.call(
      getFeedbackAmenity,
      { params: { qrCode: code }, query: { language } },
    )
    await keep({
      tasks: [],
      tasksReadAt: 0,
      ...find(amenity.id),
      owner: whose,
      id: amenity.id,
      code,
      name: amenity.name,
      type: amenity.type,
      location,
      building: building.name,
      sticker: {
        readAt: now(),
        language: told.language,
        issues,
        known,
        organisation: branding.name,
        contact: branding.contact,
      },
    })
    return amenity.id
  }

  return {
    rooms,
    recall: async () => {
      const whose = owner()
      if (whose) rooms.set((await cache.readRooms(whose.id)) ?? [])
    },
    scanned: async (code, language) => {
      const whose = owner()
      if (!whose) return 'UNKNOWN'
      const known = rooms.get().find((room) => room.code === code)
      const asked = readSticker(whose.id, code, language)
      if (known) {
        // The room opens at once; its reported issues follow if there is a connection.
        asked.catch((error) => {
          if (hasNoRoom(error)) keep({ ...(find(known.id) ?? known), code: null })
        })
        return { id: known.id }
      }
      try {
        return { id: await asked }
      } catch (error) {
        return hasNoRoom(error) ? 'UNKNOWN' : 'OFFLINE'
      }
    },
    read: async (id) => {
      const whose = owner()
      const before = find(id)
      const tasksReadAt = now()
      if (!whose || (before && isWithinMinute(before.tasksReadAt, tasksReadAt))) return
      const { items } = await client.call(listTasks, {
        query: { amenity: [id], sort: '-updatedAt', pageSize: 20 },
      })
      const [first] = items
      const seen = find(id)
      if (!seen && !first) return
      await keep({
        id,
        owner: whose.id,
        code: null,
        type: null,
        name: first?.amenity?.name ?? '',
        location: first?.location ?? null,
        building: first?.building?.name ?? null,
        sticker: undefined,
        ...seen,
        tasks: items,
        tasksReadAt,
      })
    },
    learn: async (list) => {
      const whose = owner()
      if (!whose || !list) return
      const firsts = new Map(list.tasks.flatMap((task) => (task.amenity ? [[task.amenity.id, task]] : [])))
      for (const [id, { amenity, building, location, field }] of firsts) {
        if (!amenity || !field) continue
        const known = find(id)
        // The code of a sticker that was scanned here stays: a room may have several.
        if (known && known.type !== null) continue
        await keep({
          sticker: undefined,
          tasks: [],
          tasksReadAt: 0,
          ...known,
          owner: whose.id,
          id,
          code: field.qrCode,
          name: amenity.name,
          type: field.type,
          location,
          building: building?.name ?? null,
        })
      }
    },
    search: async (text) => {
      const { amenities } = await client.call(taskSummary, { query: { amenityQ: text } })
      return amenities.map(({ id, name, location, building }) => ({
        id,
        name,
        location,
        building: building.name,
      }))
    },
    choose: async (room) => {
      const whose = owner()
      if (!whose || find(room.id)) return
      await keep({
        ...room,
        owner: whose.id,
        code: null,
        type: null,
        sticker: undefined,
        tasks: [],
        tasksReadAt: 0,
      })
    },
    forget: () => rooms.set([]),
  }
}
