/** Lost races for what must be unique, told as a conflict. */
import { conflict } from '../errors.ts'

/** Whether a unique index refused a write, told by the database or as the conflict that it became. */
export const isTaken = (error: unknown): boolean =>
  error instanceof Error && (('code' in error && error.code === '23505') || isTaken(error.cause))

/** Awaits a write. @throws ServiceError CONFLICT where a unique index refused it; the transaction is over then */
export const unlessTaken = async <T>(write: Promise<T>, message: string): Promise<T> => {
  try {
    return await write
  } catch (error) {
    throw isTaken(error) ? conflict(message) : error
  }
}
