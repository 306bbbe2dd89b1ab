/** What mends a whole line of the set-up at once: one call for each of its rows, one after the other. */
import { listAmenities } from '#contracts/places/amenities.ts'
import { rotateQrCode } from '#contracts/places/qr-codes.ts'
import { listUsers, resendInvite } from '#contracts/team.ts'
import { client, refreshAll, runAction } from '../lib/api.ts'

/** In one go; what is left stays in its line. */
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

export const mends = { NO_CODE: codesForAll, INVITED: inviteAll } as const
export type MendName = keyof typeof mends

/** @returns how many rows were mended @throws ApiError where one was refused; those before it are done */
export const mend = async (line: MendName): Promise<number> => {
  try {
    return await runAction(mends[line])
  } finally {
    await refreshAll(true)
  }
}
