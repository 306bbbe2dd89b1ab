/** Photos: made small on the phone, sent with a deadline. */

const largest = 150 * 1024

/**
 * A JPEG of at most 1280 px and about 150 KB. Drawing it anew leaves place and camera data behind.
 * Fails on a file that the browser cannot read as a picture.
 */
export const shrink = async (file: Blob): Promise<Blob> => {
  const image = new Image()
  image.src = URL.createObjectURL(file)
  try {
    await image.decode()
    const { naturalWidth: width, naturalHeight: height } = image
    let side = 1280
    let quality = 0.8
    for (;;) {
      const scale = Math.min(1, side / Math.max(width, height))
      const canvas = document.createElement('canvas')
      canvas.width = Math.max(1, Math.round(width * scale))
      canvas.height = Math.max(1, Math.round(height * scale))
      const context = canvas.getContext('2d')
      if (!context) throw new Error('no canvas')
      context.fillStyle = '#fff'
      context.fillRect(0, 0, canvas.width, canvas.height)
      context.drawImage(image, 0, 0, canvas.width, canvas.height)
      const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
      if (!blob) throw new Error('no picture')
      if (blob.size <= largest || side < 400) return blob
      if (quality > 0.5) quality -= 0.15
      else side *= 0.8
    }
  } finally {
    URL.revokeObjectURL(image.src)
  }
}

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
