/** The salt of the day, which all instances share; it turns a visitor's address into a source. */
import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import type { Keys } from '../crypto/keys.ts'
import { translateDatabaseError } from '../db/tenant-db.ts'

/** @throws ServiceError SERVICE_UNAVAILABLE if the database does not answer */
export type SaltOf = (day: string) => Promise<string>

const dayMs = 24 * 3600_000
const purpose = 'source-salt'

/** The UTC date, e.g. 2026-11-22. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

/** The UTC day as a number, which is cheaper for each request. */
export const dayNumberOf = (at: Date): number => Math.floor(at.getTime() / dayMs)

/** Salts of days before this one are older than 48 hours. */
export const keptFrom = (now: Date): string => dayOf(new Date(now.getTime() - dayMs))

export const openSalts = (database: pg.Pool, keys: Keys): SaltOf => {
  const ask = async (day: string, fresh: string, unreadable: string | null): Promise<string> => {
    const { rows } = await database.query<{ sealed: string }>({
      name: 'source-salt',
      text: 'select source_salt_of($1, $2, $3) as sealed',
      values: [day, fresh, unreadable],
    })
    return rows[0]?.sealed ?? ''
  }
  return async (day) => {
    const own = randomBytes(32).toString('base64')
    const fresh = keys.encrypt(purpose, own)
    try {
      const sealed = await ask(day, fresh, null)
      const salt = keys.decrypt(purpose, sealed)
      if (salt !== undefined) return salt
      // SECRET has changed, so the stored salt cannot be decrypted: the day gets a new one.
      return keys.decrypt(purpose, await ask(day, fresh, sealed)) ?? own
    } catch (error) {
      throw translateDatabaseError(error)
    }
  }
}
