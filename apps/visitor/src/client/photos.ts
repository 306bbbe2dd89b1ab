/** Photos sent with a deadline. */

/** `fetch` that gives up after `ms`. */
export const fetchWithin = async (ms: number, url: string, init: RequestInit): Promise<Response> => {
  const control = new AbortController()
  const timer = setTimeout(() => control.abort(), ms)
  try {
    return await fetch(url, { ...init, signal: control.signal })
  } finally {
    clearTimeout(timer)
  }
}

export const json = (body: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
  keepalive: true,
})

const uploadOne = async (qrCode: string, photo: Blob, ms: number): Promise<string> => {
  const until = Date.now() + ms
  const asked = await fetchWithin(
    ms,
    '/api/feedback/upload-url',
    json({ qrCode, contentType: photo.type, size: photo.size }),
  )
  if (!asked.ok) throw new Error('refused')
  const { data } = await asked.json()
  const sent = await fetchWithin(Math.max(1, until - Date.now()), data.url, {
    method: 'PUT',
    headers: data.headers,
    body: photo,
  })
  if (!sent.ok) throw new Error('refused')
  return data.key
}

/** Keys of the photos that arrived within `ms`; the others fail without a word, the report matters more. */
export const upload = async (qrCode: string, photos: readonly Blob[], ms: number): Promise<string[]> => {
  const results = await Promise.all(
    photos.map((photo) => uploadOne(qrCode, photo, ms).catch(() => undefined)),
  )
  return results.filter((key) => key !== undefined)
}
