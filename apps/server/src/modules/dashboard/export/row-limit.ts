/**
 * Orders that may change during an export, or that no index has, are read at once, so the number of rows is
 * limited.
 */
import { exportRowsInOrder } from '#contracts/exports.ts'
import { countPacked, type PackedRow } from '#server/platform/db/packed-ids.ts'
import { invalid, type ServiceError } from '#server/platform/errors.ts'

/** One more than allowed, to detect an excess. */
export const packedAtMost = exportRowsInOrder + 1

export const tooManyRows = (): ServiceError =>
  invalid(
    'query.sort',
    `at most ${exportRowsInOrder} rows are written in this order; sort by createdAt, or narrow the filter`,
  )

/** @throws ServiceError VALIDATION_ERROR if there are too many */
export const assertFew = (rows: readonly PackedRow[]): void => {
  if (countPacked(rows) > exportRowsInOrder) throw tooManyRows()
}
