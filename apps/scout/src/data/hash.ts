/** SHA-256 as hex, of photos and of the codes on stickers. */

/** @throws Error on a page without https, where browsers have no `crypto.subtle` */
export const sha256 = async (bytes: BufferSource): Promise<string> =>
  Array.from(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')

export const hashOfCode = (code: string): Promise<string> => sha256(new TextEncoder().encode(code))
