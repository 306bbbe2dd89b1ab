import type { CallInput } from '#client/types.ts'
import type { listRounds } from '#contracts/scout/admin-rounds.ts'

/** One round with its inspections and findings. */
export const roundOf = (id: string): CallInput<typeof listRounds> => ({ query: { id: [id] } })
