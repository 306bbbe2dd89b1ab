/** Small pictures that open at full size. */
import type { Image } from '#contracts/records.ts'
import { useT } from '../lib/language.tsx'

interface PhotosProps {
  readonly images: readonly Image[]
  /** what is said below each, in order */
  readonly captions?: readonly string[]
}

export const Photos = ({ images, captions }: PhotosProps) => {
  const { words } = useT()
  if (images.length === 0) return null
  return (
    <ul className="photos">
      {images.map((image, index) => (
        <li key={image.key}>
          <a href={image.url} target="_blank" rel="noreferrer">
            <img
              src={image.thumbnailUrl}
              alt={words.photo(index + 1, captions?.[index] ?? '')}
              width={112}
              height={84}
              loading="lazy"
            />
          </a>
          {captions?.[index] ? <small>{captions[index]}</small> : null}
        </li>
      ))}
    </ul>
  )
}
