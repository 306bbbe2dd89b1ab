/** Shrinks a photo before upload. Drawing it again removes location and camera data. */

/**
 * A JPEG with a longer side of at most `side` pixels and of roughly at most `most` bytes.
 * @throws Error if the browser cannot read the file as a picture
 */
export const shrink = async (file: Blob, side: number, most: number): Promise<Blob> => {
  const image = new Image()
  image.src = URL.createObjectURL(file)
  try {
    await image.decode()
    const { naturalWidth: width, naturalHeight: height } = image
    let quality = 0.8
    for (;;) {
      const scale = Math.min(1, side / Math.max(width, height))
      const canvas = document.createElement('canvas')
      canvas.width = Math.max(1, Math.round(width * scale))
      canvas.height = Math.max(1, Math.round(height * scale))
      const context = canvas.getContext('2d')
      if (!context) throw new Error('no canvas')
      // Transparent pixels would become black in a JPEG.
      context.fillStyle = '#fff'
      context.fillRect(0, 0, canvas.width, canvas.height)
      context.drawImage(image, 0, 0, canvas.width, canvas.height)
      const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
      if (!blob) throw new Error('no picture')
      if (blob.size <= most || side < 400) return blob
      if (quality > 0.5) quality -= 0.15
      else side *= 0.8
    }
  } finally {
    URL.revokeObjectURL(image.src)
  }
}
