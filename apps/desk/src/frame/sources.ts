/** Sources of options that are too many to load at once: the service searches them. */

import { listAuditLog } from '#contracts/audit-log.ts'
import { listApiKeys } from '#contracts/auth/api-keys.ts'
import { getAmenityFigures } from '#contracts/figures.ts'
import { sayPlace } from '#contracts/kit/place.ts'
import { listCompanies } from '#contracts/operator.ts'
import { type Amenity, getAmenity, listAmenities } from '#contracts/places/amenities.ts'
import { getBuilding, listBuildings } from '#contracts/places/buildings.ts'
import { listScouts } from '#contracts/scout/admin-scouts.ts'
import { listInspectionTemplates } from '#contracts/scout/admin-templates.ts'
import { listTasks, taskSummary } from '#contracts/tasks.ts'
import { getUser, listUsers } from '#contracts/team.ts'
import type { FindContext, Found, Source } from '#desk-kit/find/sources.ts'
import { client } from '#desk-kit/lib/api.ts'

const shown = 20
const q = (typed: string): string | undefined => typed || undefined
const named = ({ id, name }: { readonly id: string; readonly name: string }): Found => ({
  value: id,
  label: name,
})
interface Placeable {
  readonly id: string
  readonly name: string
  readonly building: { readonly name: string }
  readonly location: Amenity['location'] | string
}

/** Within a chosen building the location alone tells amenities apart. */
const placed =
  ({ within }: FindContext) =>
  ({ id, name, building, location }: Placeable): Found => ({
    value: id,
    label: sayPlace(
      name,
      typeof location === 'object' ? location?.path : location,
      within ? '' : building.name,
    ),
  })

/** For roles that may not list amenities. */
const findPlaces: Source['find'] = async (typed, ask) => {
  const { signal, within } = ask
  const { amenities } = await client.call(
    taskSummary,
    { query: { amenityQ: q(typed), building: within ? [within] : undefined } },
    { signal },
  )
  // The task summary returns the first twenty and no total.
  return { found: amenities.map(placed(ask)), more: amenities.length >= 20 }
}

const typesOf = async ({ signal, typeName }: FindContext): Promise<Found[]> => {
  const { types } = await client.call(taskSummary, {}, { signal })
  return types.map(({ code: value, name, builtIn }) => ({ value, label: builtIn ? typeName(value) : name }))
}

export const sources = {
  buildings: {
    find: async (typed, { signal }) => {
      const { items, total } = await client.call(
        listBuildings,
        { query: { q: q(typed), sort: 'name', pageSize: shown } },
        { signal },
      )
      return { found: items.map(named), more: total > items.length }
    },
    one: async (id, { signal }) => named(await client.call(getBuilding, { params: { id } }, { signal })),
  },
  amenities: {
    find: async (typed, ask) => {
      const { signal, within } = ask
      const { items, total } = await client.call(
        listAmenities,
        {
          query: {
            q: q(typed),
            building: within ? [within] : undefined,
            sort: 'name',
            pageSize: shown,
          },
        },
        { signal },
      )
      return { found: items.map(placed(ask)), more: total > items.length }
    },
    one: async (id, ask) =>
      placed(ask)(await client.call(getAmenity, { params: { id } }, { signal: ask.signal })),
  },
  /** For roles that may plan tasks but not list buildings. */
  buildingsOfTasks: {
    find: async (typed, { signal }) => {
      const { buildings } = await client.call(taskSummary, {}, { signal })
      const asked = typed.toLowerCase()
      const fitting = buildings.filter(({ name }) => name.toLowerCase().includes(asked))
      return { found: fitting.slice(0, shown).map(named), more: fitting.length > shown }
    },
    one: async (id, { signal }) => {
      const { buildings } = await client.call(taskSummary, {}, { signal })
      return { value: id, label: buildings.find((one) => one.id === id)?.name ?? id.slice(-6) }
    },
  },
  /** For roles that may not read amenities: the label of a chosen one is read from its tasks. */
  amenitiesOfTasks: {
    find: findPlaces,
    one: async (id, { signal, within }) => {
      const { items } = await client.call(listTasks, { query: { amenity: [id], pageSize: 1 } }, { signal })
      const { amenity, location, building } = items[0] ?? {}
      const label = sayPlace(amenity?.name, location, within ? '' : building?.name)
      return { value: id, label: label || id.slice(-6) }
    },
  },
  /** For readers of feedback: also finds amenities without tasks. */
  amenitiesOfFeedback: {
    find: findPlaces,
    one: async (id, ask) =>
      placed(ask)((await client.call(getAmenityFigures, { params: { id } }, { signal: ask.signal })).amenity),
  },
  companies: {
    find: async (typed, { signal }) => {
      const { items, total } = await client.call(
        listCompanies,
        { query: { q: q(typed), sort: 'name', pageSize: shown } },
        { signal },
      )
      return { found: items.map(named), more: total > items.length }
    },
    one: async (id, { signal }) => {
      // Companies can only be read as a list.
      const { items } = await client.call(listCompanies, { query: { pageSize: 100 } }, { signal })
      return { value: id, label: items.find((one) => one.id === id)?.name ?? id.slice(-6) }
    },
  },
  /** Team members, active or invited. */
  members: {
    find: async (typed, { signal }) => {
      const { items, total } = await client.call(
        listUsers,
        { query: { q: q(typed), state: ['ACTIVE', 'INVITED'], sort: 'name', pageSize: shown } },
        { signal },
      )
      return { found: items.map(named), more: total > items.length }
    },
    one: async (id, { signal }) => named(await client.call(getUser, { params: { id } }, { signal })),
  },
  administrators: {
    find: async (typed, { signal }) => {
      const { items, total } = await client.call(
        listUsers,
        { query: { q: q(typed), role: ['ADMIN'], state: ['ACTIVE'], sort: 'name', pageSize: shown } },
        { signal },
      )
      return { found: items.map(named), more: total > items.length }
    },
    one: async (id, { signal }) => named(await client.call(getUser, { params: { id } }, { signal })),
  },
  /** From the task summary, which every manager may read. */
  types: {
    find: async (typed, ask) => {
      const found = await typesOf(ask)
      return {
        found: found.filter(({ label }) => label.toLowerCase().includes(typed.toLowerCase())),
        more: false,
      }
    },
    one: async (code, ask) =>
      (await typesOf(ask)).find(({ value }) => value === code) ?? { value: code, label: code },
  },
  /** Within a building those who may still inspect there; a mystery visitor by the alias. */
  scouts: {
    find: async (typed, { signal, within }) => {
      const { items, total } = await client.call(
        listScouts,
        {
          query: {
            q: q(typed),
            ...(within ? { building: [within], state: ['ACTIVE', 'INVITED'] } : {}),
            sort: 'name',
            pageSize: shown,
          },
        },
        { signal },
      )
      return { found: items.map(named), more: total > items.length }
    },
    one: async (id, { signal }) => {
      // Scouts can only be read as a list.
      const { items } = await client.call(listScouts, { query: { pageSize: 100 } }, { signal })
      return { value: id, label: items.find((one) => one.id === id)?.name ?? id.slice(-6) }
    },
  },
  /** Checklists of scouts that may be chosen. */
  checklists: {
    find: async (typed, { signal }) => {
      const { items, total } = await client.call(
        listInspectionTemplates,
        { query: { q: q(typed), state: ['PUBLISHED'], sort: 'name', pageSize: shown } },
        { signal },
      )
      return { found: items.map(named), more: total > items.length }
    },
    one: async (id, { signal }) => {
      const { items } = await client.call(listInspectionTemplates, { query: { id: [id] } }, { signal })
      return { value: id, label: items[0]?.name ?? id.slice(-6) }
    },
  },
  /** Actors of the audit log: members and API keys. */
  actors: {
    find: async (typed, { signal }) => {
      const [people, keys] = await Promise.all([
        client.call(listUsers, { query: { q: q(typed), sort: 'name', pageSize: shown } }, { signal }),
        client.call(listApiKeys, { query: { sort: 'name', pageSize: 100 } }, { signal }),
      ])
      const asked = typed.toLowerCase()
      const fitting = keys.items.filter(({ name }) => name.toLowerCase().includes(asked))
      return { found: [...people.items, ...fitting].map(named), more: people.total > people.items.length }
    },
    one: async (id, { signal }) => {
      const { items } = await client.call(listAuditLog, { query: { actor: [id], pageSize: 1 } }, { signal })
      return { value: id, label: items[0]?.actor.name || id.slice(-6) }
    },
  },
} as const satisfies Record<string, Source>

declare module '#desk-kit/find/sources.ts' {
  interface Sources extends Readonly<Record<keyof typeof sources, Source>> {}
}
