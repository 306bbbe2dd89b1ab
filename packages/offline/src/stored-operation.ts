/**
 * An operation as stored: photos as bytes, because some phones lose a Blob when the record that it was read
 * from is overwritten, as each attempt does.
 */
import type { Operation, PhotoWork, Work } from './operation.ts'

interface StoredPhoto {
  readonly kind: 'photo'
  readonly photo: { readonly bytes: ArrayBuffer; readonly type: string }
}

export type StoredOperation<O extends Operation> = Omit<O, 'work'> & {
  /** older versions stored the Blob itself */
  readonly work: O['work'] | StoredPhoto
}

const hasPhoto = (work: Work): work is PhotoWork | StoredPhoto => work.kind === 'photo'

/** Unreadable photos are stored as they are; sending them reports the error. */
export const toStored = async <O extends Operation>(operation: O): Promise<StoredOperation<O>> => {
  const { work } = operation
  if (!hasPhoto(work) || !(work.photo instanceof Blob)) return operation
  try {
    const { photo } = work
    return { ...operation, work: { ...work, photo: { bytes: await photo.arrayBuffer(), type: photo.type } } }
  } catch {
    return operation
  }
}

export const fromStored = <O extends Operation>(stored: StoredOperation<O>): O => {
  const { work } = stored
  if (!hasPhoto(work) || work.photo instanceof Blob) return stored as unknown as O
  const photo = new Blob([work.photo.bytes], { type: work.photo.type })
  return { ...stored, work: { ...work, photo } } as unknown as O
}
