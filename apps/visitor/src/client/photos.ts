/** Photo uploads with a timeout. */

/** `fetch` that gives up after `ms`. */
export const fetchWithTimeout = async (ms: number, url: string, init: RequestInit): Promise<Response> => {
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

/** Uploads a photo within `ms`. @returns its key, or the response that failed */
export const upload = async (qrCode: string, photo: Blob, ms: number): Promise<string | Response> => {
  const until = Date.now() + ms
  const asked = await fetchWithTimeout(
    ms,
    '/api/feedback/upload-url',
    json({ qrCode, contentType: photo.type, size: photo.size }),
  )
  if (!asked.ok) return asked
  const { data } = await asked.json()
  const sent = await fetchWithTimeout(Math.max(1, until - Date.now()), data.url, {
    method: 'PUT',
    headers: data.headers,
    body: photo,
  })
  return sent.ok ? data.key : sent
}
