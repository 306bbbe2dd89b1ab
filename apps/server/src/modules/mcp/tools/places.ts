/** Tools about the caller, buildings and amenities. */
import { Type } from 'typebox'
import { getMe } from '#contracts/auth.ts'
import { compareBuildings, getAmenityFigures } from '#contracts/figures.ts'
import { Id, InstantInput, Line } from '#contracts/kit/text.ts'
import { getOnCall } from '#contracts/operator.ts'
import { listAmenities } from '#contracts/places/amenities.ts'
import { listBuildings } from '#contracts/places/buildings.ts'
import { Code } from '#contracts/records.ts'
import { taskSummary } from '#contracts/tasks.ts'
import { said } from '../result.ts'
import { figureFilters, queryOf } from './filters.ts'
import { field, optional, readTool, rows } from './tool.ts'

const whoami = readTool({
  name: 'whoami',
  title: 'Who am I',
  description:
    'The person whom this connection acts as, their roles, organisation, plan and time zone, and whether it may write.',
  input: Type.Object({}),
  run: async (calls) => {
    const { user, tenant } = await calls.read(getMe, { query: {} })
    const { plan, timeZone, readOnly } = tenant
    return {
      user: user && { id: user.id, name: user.name, roles: user.roles, language: user.language },
      organisation: { name: tenant.name, plan, timeZone, readOnly },
      connection: { name: calls.connection.name, mayWrite: calls.connection.write },
    }
  },
})

const listBuildingsTool = readTool({
  name: 'list_buildings',
  title: 'List buildings',
  description:
    'Names and ids of buildings. Administrators get address, time zone and counts, managers the figures of the last 30 days, technicians the names.',
  input: Type.Object({
    q: optional(Line(200), 'Part of the name'),
    limit: rows(100, 50),
  }),
  run: async (calls, { q, limit = 50 }) => {
    const { roles } = calls.member.principal.actor
    if (roles.includes('ADMIN')) {
      const { items, total } = await calls.read(listBuildings, {
        query: { sort: 'name', pageSize: limit, ...(q === undefined ? {} : { q }) },
      })
      const buildings = items.map(({ id, name, address, timeZone, counts }) => ({
        id,
        name,
        address,
        timeZone,
        ...counts,
      }))
      return { total, buildings }
    }
    const isWanted = ({ name }: { readonly name: string }): boolean =>
      q === undefined || name.toLowerCase().includes(q.toLowerCase())
    if (roles.includes('MANAGER')) {
      const { items } = await calls.read(compareBuildings, { query: { sort: 'name', pageSize: 100 } })
      const wanted = items.filter((one) => !one.archived && isWanted(one))
      const buildings = wanted.slice(0, limit).map(({ id, name, count, average, openTasks, overdue }) => ({
        id,
        name,
        feedback: count,
        average,
        openTasks,
        overdue,
      }))
      return { total: wanted.length, buildings }
    }
    const wanted = (await calls.read(taskSummary, { query: {} })).buildings.filter(isWanted)
    return { total: wanted.length, buildings: wanted.slice(0, limit) }
  },
})

const findAmenity = readTool({
  name: 'find_amenity',
  title: 'Find an amenity',
  description:
    'Amenities (toilets, lifts, kitchens …) whose name, place or code matches; gives the ids that other tools take.',
  input: Type.Object({ q: field(Line(200), 'Words of its name or place'), limit: rows(50, 10) }),
  run: async (calls, { q, limit = 10 }) => {
    if (!calls.member.principal.actor.roles.includes('ADMIN')) {
      const { amenities } = await calls.read(taskSummary, { query: { amenityQ: q } })
      return { amenities: amenities.slice(0, limit) }
    }
    const { items, total } = await calls.read(listAmenities, { query: { q, pageSize: limit } })
    return {
      total,
      amenities: items.map(({ id, name, building, location, type, state, qrCode }) => ({
        id,
        name,
        building,
        location: location?.path ?? null,
        type,
        state,
        qrCode,
      })),
    }
  },
})

const amenitySummary = readTool({
  name: 'amenity_summary',
  title: 'Figures of an amenity',
  description:
    'Feedback, issues, tasks, uptime, scans, cleanings and inspections of one amenity in a period.',
  input: Type.Object({
    amenityId: field(Id, 'From find_amenity'),
    from: figureFilters.from,
    to: figureFilters.to,
  }),
  run: async (calls, { amenityId, ...period }) => {
    const { feedback, notes, issues, inspections, ...figures } = await calls.read(getAmenityFigures, {
      params: { id: amenityId },
      query: queryOf(period),
    })
    const { trend: _days, ...counted } = feedback
    const { trend: _inspected, ...inspected } = inspections
    return {
      ...figures,
      feedback: counted,
      issues: issues.slice(0, 10),
      inspections: inspected,
      notes: notes.slice(-10).map(({ date, text }) => ({ date, note: said(text) })),
    }
  },
})

const statusOf = readTool({
  name: 'status_of',
  title: 'Status of an amenity',
  description:
    'What visitors see of one amenity: whether it works, its items, open incidents, alternatives nearby, and when it was last cleaned.',
  input: Type.Object({
    amenityId: optional(Id, 'From find_amenity; this or qrCode'),
    qrCode: optional(Line(64), 'The code on its sticker'),
  }),
  run: async (calls, place) => {
    const status = await calls.statusOf(place)
    const { qrCode, amenity, building, location, state, alternatives, lastCleanedAt, nextCheckAt } = status
    return {
      qrCode,
      amenity,
      building,
      location,
      state,
      items: status.items.map(({ note, ...item }) => ({ ...item, note: said(note) })),
      incidents: status.incidents.slice(0, 20).map(({ note, ...incident }) => ({
        ...incident,
        note: said(note),
      })),
      alternatives: alternatives.slice(0, 10),
      lastCleanedAt,
      nextCheckAt,
      updatedAt: status.updatedAt,
    }
  },
})

const whoIsOnCall = readTool({
  name: 'who_is_on_call',
  title: 'Who is on call',
  description: 'Who is responsible now or at a time, until when, who comes next, and times without anybody.',
  input: Type.Object({
    buildingId: optional(Id, 'From list_buildings; default: everywhere'),
    skill: optional(Code, 'A skill, e.g. PLUMBING'),
    at: optional(InstantInput, 'ISO 8601 with offset; default now'),
  }),
  run: async (calls, { buildingId, skill, at }) => {
    const { responsible, until, chain, gaps, timeZone } = await calls.read(getOnCall, {
      query: {
        ...(buildingId === undefined ? {} : { building: buildingId }),
        ...(skill === undefined ? {} : { skill }),
        ...(at === undefined ? {} : { at }),
      },
    })
    const person = ({ id, name, companyName, onDuty, duty, skills, load }: (typeof chain)[number]) => ({
      id,
      name,
      company: companyName,
      onDuty,
      duty,
      skills,
      load,
    })
    return {
      responsible: responsible && person(responsible),
      until,
      next: chain.slice(0, 10).map(person),
      gaps: gaps.slice(0, 20),
      timeZone,
    }
  },
})

export const placeTools = [whoami, listBuildingsTool, findAmenity, amenitySummary, statusOf, whoIsOnCall]
