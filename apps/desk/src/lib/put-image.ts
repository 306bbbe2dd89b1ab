/** A photo goes to storage first; then what it belongs to is told its key. */
import { ApiError } from '#client/errors.ts'
import type { Upload } from '#contracts/records.ts'

export type ImageType = 'image/jpeg' | 'image/png' | 'image/webp'
export const imageTypes = 'image/jpeg,image/png,image/webp'

/** Whether the service takes it: three types, at most 10 MB. */
export const isImage = (file: File): file is File & { readonly type: ImageType } =>
  /^image\/(jpeg|png|webp)$/.test(file.type) && file.size <= 10_000_000

/** @param place as the service gave it @returns its key @throws ApiError */
export const putImage = async (place: Partial<Upload>, file: File): Promise<string> => {
  if (!place.url || !place.key)
    throw new ApiError({ code: 'BAD_ANSWER', status: 200, message: 'No place to upload to' })
  const answer = await fetch(place.url, {
    method: 'PUT',
    body: file,
    ...(place.headers ? { headers: place.headers } : {}),
  }).catch((error: unknown) => {
    throw new ApiError({ code: 'NETWORK', status: 0, message: 'The photo was not sent' }, error)
  })
  if (!answer.ok)
    throw new ApiError({ code: 'BAD_ANSWER', status: answer.status, message: 'The photo was not taken' })
  return place.key
}
