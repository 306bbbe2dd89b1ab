/** A photo made small on the phone; drawing it anew leaves place and camera data behind. */

const longestSide = 1600
const largest = 600 * 1024

const sizeWithin = (width: number, height: number, side: number): { width: number; height: number } => {
  const scale = Math.min(1, side / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/**
 * JPEG of at most 1600 px.
 * @throws Error when the browser cannot read the file as a picture
 */
export const shrink = async (file: Blob): Promise<Blob> => {
  const image = new Image()
  image.src = URL.createObjectURL(file)
  try {
    await image.decode()
    const canvas = document.createElement('canvas')
    Object.assign(canvas, sizeWithin(image.naturalWidth, image.naturalHeight, longestSide))
    const context = canvas.getContext('2d')
    if (!context) throw new Error('This browser cannot draw')
    context.drawImage(image, 0, 0, canvas.width, canvas.height)
    for (const quality of [0.8, 0.6, 0.4]) {
      const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
      if (!blob) throw new Error('This picture cannot be drawn')
      if (blob.size <= largest || quality === 0.4) return blob
    }
    throw new Error('This picture cannot be drawn')
  } finally {
    URL.revokeObjectURL(image.src)
  }
}
