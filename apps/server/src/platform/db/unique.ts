/** Lost races for what must be unique, told as a conflict. */
import { conflict } from '../errors.ts'

const isUniqueViolation = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === '23505'

/** Awaits a write. @throws ServiceError CONFLICT where a unique index refused it; the transaction is over then */
export const unlessTaken = async <T>(write: Promise<T>, message: string): Promise<T> => {
  try {
    return await write
  } catch (error) {
    throw isUniqueViolation(error) ? conflict(message) : error
  }
}
