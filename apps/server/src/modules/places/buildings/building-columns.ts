/** How a building's fields are stored. */
import type { Static } from 'typebox'
import type { createBuilding } from '#contracts/places/buildings.ts'

type Input = Static<(typeof createBuilding)['body']>

export const externalIdTaken = 'Another building has this external id'

export const jsonOrNull = (value: unknown): string | null =>
  value === undefined || value === null ? null : JSON.stringify(value)

/** Stores all three parts, so that answers always have them. */
export const contactColumn = (contact: Input['contact']): string | null =>
  contact ? JSON.stringify({ name: null, phone: null, email: null, ...contact }) : null
