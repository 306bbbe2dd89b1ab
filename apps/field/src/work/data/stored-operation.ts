/**
 * An operation as stored: photos as bytes, because some phones lose a Blob when the record that it was read
 * from is overwritten, as each attempt does.
 */
import type { Operation, Work } from '../outbox/operation.ts'

type PhotoWork = Extract<Work, { kind: 'photo' }>

interface StoredPhoto extends Omit<PhotoWork, 'photo'> {
  readonly photo: { readonly bytes: ArrayBuffer; readonly type: string }
}

export type StoredOperation = Omit<Operation, 'work'> & {
  /** older versions stored the Blob itself */
  readonly work: Work | StoredPhoto
}

/** Unreadable photos are stored as they are; sending them reports the error. */
export const toStored = async (operation: Operation): Promise<StoredOperation> => {
  const { work } = operation
  if (work.kind !== 'photo') return operation
  try {
    const { photo } = work
    return { ...operation, work: { ...work, photo: { bytes: await photo.arrayBuffer(), type: photo.type } } }
  } catch {
    return operation
  }
}

export const fromStored = (stored: StoredOperation): Operation => {
  const { work } = stored
  if (work.kind !== 'photo') return { ...stored, work }
  const { photo } = work
  const whole = photo instanceof Blob ? photo : new Blob([photo.bytes], { type: photo.type })
  return { ...stored, work: { ...work, photo: whole } }
}
