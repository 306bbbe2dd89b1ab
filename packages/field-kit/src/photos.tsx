/** Taking photos in a form. */
import type { JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { newId } from '#client/unique-id.ts'
import { shrink } from '#ui/photo.ts'
import { Icon } from './icon.tsx'
import { useKitWords } from './words.ts'

/** A local photo, perhaps still being resized. */
export const BlobImage = ({ photo, alt }: { photo: Blob | Promise<Blob>; alt: string }): JSX.Element => {
  const [url, setUrl] = useState('')
  useEffect(() => {
    let made = ''
    let isOver = false
    const show = async (): Promise<void> => {
      const small = await photo
      if (isOver) return
      made = URL.createObjectURL(small)
      setUrl(made)
    }
    // The component that took the photo reports the error.
    show().catch(() => undefined)
    return () => {
      isOver = true
      URL.revokeObjectURL(made)
    }
  }, [photo])
  return url ? <img src={url} alt={alt} /> : <span />
}

/** Opens the camera; `onPhoto` is called at once with each photo, which a slow phone resizes for seconds. */
export const CameraButton = ({
  text,
  onPhoto,
}: {
  text: string
  onPhoto: (photo: Promise<Blob>) => void
}): JSX.Element => {
  const words = useKitWords()
  const input = useRef<HTMLInputElement>(null)
  const [failed, setFailed] = useState(false)
  const take = async (): Promise<void> => {
    const file = input.current?.files?.[0]
    if (!file) return
    const photo = shrink(file, 1600, 600 * 1024)
    onPhoto(photo)
    try {
      await photo
      setFailed(false)
    } catch {
      setFailed(true)
    }
    if (input.current) input.current.value = ''
  }
  return (
    <div class="stack tight">
      <label class="button camera">
        <Icon name="camera" />
        {text}
        <input ref={input} class="vh" type="file" accept="image/*" capture="environment" onChange={take} />
      </label>
      <p role="alert" class="wrong-place">
        {failed && words.photoFailed}
      </p>
    </div>
  )
}

export interface Taken {
  readonly id: string
  readonly photo: Blob | Promise<Blob>
}

/** Waits until all photos are resized; undefined if one cannot be read, which shows its own error. */
export const allResized = (taken: readonly Taken[]): Promise<readonly Blob[] | undefined> =>
  Promise.all(taken.map(({ photo }) => photo)).catch(() => undefined)

interface TakenPhotosProps {
  readonly taken: readonly Taken[]
  readonly most: number
  /** alternative text of each photo */
  readonly alt: string
  readonly onChange: (change: (before: readonly Taken[]) => readonly Taken[]) => void
}

/** Photos of a form: up to `most`, each can be removed. */
export const TakenPhotos = ({ taken, most, alt, onChange }: TakenPhotosProps): JSX.Element => {
  const words = useKitWords()
  return (
    <>
      {taken.length > 0 && (
        <ul class="photos">
          {taken.map(({ id, photo }, index) => (
            <li key={id}>
              <BlobImage photo={photo} alt={`${alt} ${index + 1}`} />
              <button
                type="button"
                onClick={() => onChange((before) => before.filter((one) => one.id !== id))}
              >
                {words.removePhoto}
                <span class="vh"> {index + 1}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {taken.length < most && (
        <CameraButton
          text={taken.length === 0 ? words.takePhoto : words.anotherPhoto}
          onPhoto={(photo) => {
            const id = newId()
            onChange((before) => [...before, { id, photo }])
            photo.catch(() => onChange((before) => before.filter((one) => one.id !== id)))
          }}
        />
      )}
    </>
  )
}
