/** Turns unique violations into conflicts. */
import { conflict } from '../errors.ts'

/** Whether a unique index rejected a write, as a database error or the conflict made from it. */
export const isTaken = (error: unknown): boolean =>
  error instanceof Error && (('code' in error && error.code === '23505') || isTaken(error.cause))

/** Awaits a write. @throws ServiceError CONFLICT if a unique index rejected it; the transaction has then failed */
export const unlessTaken = async <T>(write: Promise<T>, message: string): Promise<T> => {
  try {
    return await write
  } catch (error) {
    throw isTaken(error) ? conflict(message) : error
  }
}
