/** An image that only signed-in callers may read: fetched with the token and shown from a blob URL. */
import { useEffect, useState } from 'react'

export const useBlobUrl = (blob: Blob | undefined): string | undefined => {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!blob) return undefined
    const url = URL.createObjectURL(blob)
    setUrl(url)
    return () => URL.revokeObjectURL(url)
  }, [blob])
  return url
}

/** Offers the blob as a download. */
export const saveFile = (blob: Blob, name: string): void => {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

/** Replaces characters that file systems reject. */
export const fileName = (name: string, extension: string): string =>
  `${name.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-').slice(0, 80)}.${extension}`
