/** How a building's fields are kept. */
import type { Static } from 'typebox'
import type { createBuilding } from '#contracts/places/buildings.ts'

type Input = Static<(typeof createBuilding)['body']>

export const externalIdTaken = 'Another building has this external id'

export const jsonOrNull = (value: unknown): string | null =>
  value === undefined || value === null ? null : JSON.stringify(value)

/** All three parts are there, so that the answer always has them. */
export const contactColumn = (contact: Input['contact']): string | null =>
  contact ? JSON.stringify({ name: null, phone: null, email: null, ...contact }) : null
