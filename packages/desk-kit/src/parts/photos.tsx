/** Thumbnails that link to the full image. */
import type { Image } from '#contracts/records.ts'
import { useMessages } from '../lib/language.tsx'

interface PhotosProps {
  readonly images: readonly Image[]
  /** by index of the photo */
  readonly captions?: readonly string[]
}

export const Photos = ({ images, captions }: PhotosProps) => {
  const { words } = useMessages()
  if (images.length === 0) return null
  return (
    <ul className="photos">
      {images.map((image, index) => {
        const caption = captions?.[index]
        return (
          <li key={image.key}>
            <a href={image.url} target="_blank" rel="noreferrer">
              <img
                src={image.thumbnailUrl}
                alt={
                  caption ? words.photoOf({ index: index + 1, caption }) : words.photo({ index: index + 1 })
                }
                width={112}
                height={84}
                loading="lazy"
              />
            </a>
            {caption ? <small>{caption}</small> : null}
          </li>
        )
      })}
    </ul>
  )
}
