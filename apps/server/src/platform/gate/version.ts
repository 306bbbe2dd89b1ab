/** Compares If-Match with the record's version. */
import { ServiceError } from '../errors.ts'

/** The error for an outdated version. */
export const overtaken = (): ServiceError =>
  new ServiceError('PRECONDITION_FAILED', 'This was changed in the meantime; load it again')

/** @throws ServiceError PRECONDITION_FAILED if the client saw another version */
export const requireVersion = (ctx: { readonly ifMatch: number | undefined }, version: number): void => {
  // guard: version
  if (ctx.ifMatch !== undefined && ctx.ifMatch !== version) throw overtaken()
}
