/** Uploads a photo or document to storage; its key is then sent to the record. */
import { ApiError } from '#client/errors.ts'
import type { ProofType } from '#contracts/operator/records.ts'
import type { Upload } from '#contracts/records.ts'

export type ImageType = 'image/jpeg' | 'image/png' | 'image/webp'
export const imageTypes = 'image/jpeg,image/png,image/webp'

export const proofTypes = `${imageTypes},application/pdf`

const fits = ({ type, size }: File, types: string): boolean =>
  types.split(',').includes(type) && size <= 10_000_000

/** JPEG, PNG or WebP of at most 10 MB. */
export const isImage = (file: File): file is File & { readonly type: ImageType } => fits(file, imageTypes)

/** The same for a certificate, which may also be a PDF. */
export const isProof = (file: File): file is File & { readonly type: ProofType } => fits(file, proofTypes)

/** @param place from the service @returns the key of the upload @throws ApiError */
export const putFile = async (place: Partial<Upload>, file: File): Promise<string> => {
  if (!place.url || !place.key)
    throw new ApiError({ code: 'BAD_ANSWER', status: 200, message: 'No place to upload to' })
  const answer = await fetch(place.url, {
    method: 'PUT',
    body: file,
    ...(place.headers ? { headers: place.headers } : {}),
  }).catch((error: unknown) => {
    throw new ApiError({ code: 'NETWORK', status: 0, message: 'The file was not sent' }, error)
  })
  if (!answer.ok)
    throw new ApiError({ code: 'BAD_ANSWER', status: answer.status, message: 'The file was not taken' })
  return place.key
}
