/** Uploads a photo to a URL of the service's storage. */
import { ApiError } from '#client/errors.ts'

/** Timeout of a photo upload. */
const uploadMilliseconds = 120_000

/** @throws ApiError */
export const putBytes = async (
  url: string,
  headers: Record<string, string>,
  photo: ArrayBuffer,
): Promise<void> => {
  // Some phones in use lack AbortSignal.timeout.
  const ending = new AbortController()
  const timer = setTimeout(() => ending.abort(), uploadMilliseconds)
  let response: Response
  try {
    response = await fetch(url, { method: 'PUT', headers, body: photo, signal: ending.signal })
  } catch (error) {
    throw new ApiError({ code: 'NETWORK', status: 0, message: 'The photo did not get through' }, error)
  } finally {
    clearTimeout(timer)
  }
  if (response.ok) return
  const { status, headers: told } = response
  // The upload URL works once, for ten minutes; a new attempt gets a new one. These statuses are permanent for
  // the same bytes, unless Retry-After says that they only came too slowly.
  const isRefused = [400, 413, 415].includes(status) && !told.has('retry-after')
  const code = isRefused ? 'VALIDATION_ERROR' : 'SERVICE_UNAVAILABLE'
  const requestId = told.get('x-request-id') ?? undefined
  throw new ApiError({ code, status, requestId, message: 'The photo was refused' })
}
