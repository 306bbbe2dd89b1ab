/** If-Match against the record's version. */
import { ServiceError } from '../errors.ts'

/** The client has seen another version. */
export const overtaken = (): ServiceError =>
  new ServiceError('PRECONDITION_FAILED', 'This was changed in the meantime; load it again')

/** @throws ServiceError PRECONDITION_FAILED when the client has seen another version */
export const requireVersion = (ctx: { readonly ifMatch: number | undefined }, version: number): void => {
  // guard: version
  if (ctx.ifMatch !== undefined && ctx.ifMatch !== version) throw overtaken()
}
