/** Fixes for a whole line of the setup checklist: one request per row. */
import { listAmenities } from '#contracts/places/amenities.ts'
import { rotateQrCode } from '#contracts/places/qr-codes.ts'
import { listUsers, resendInvite } from '#contracts/team.ts'
import { client, refreshAll, runAction } from '#desk-kit/lib/api.ts'

/** Rows fixed in one run; the rest stays in the checklist. */
const pageSize = 50

const codesForAll = async (): Promise<number> => {
  const { items } = await client.call(listAmenities, { query: { linked: false, pageSize } })
  for (const { id } of items) await client.call(rotateQrCode, { params: { id } })
  return items.length
}

const inviteAll = async (): Promise<number> => {
  const { items } = await client.call(listUsers, { query: { state: ['INVITED'], pageSize } })
  for (const { id } of items) await client.call(resendInvite, { params: { id } })
  return items.length
}

export const fixes = { NO_CODE: codesForAll, INVITED: inviteAll } as const
export type FixName = keyof typeof fixes

/** @returns how many rows were fixed @throws ApiError for the first refused row; earlier ones are done */
export const fix = async (line: FixName): Promise<number> => {
  try {
    return await runAction(fixes[line])
  } finally {
    await refreshAll(true)
  }
}
