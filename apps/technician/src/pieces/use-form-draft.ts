/** Restores a form after a phone with little memory has closed the page while its camera was open. */
import { useLayoutEffect, useState } from 'preact/hooks'
import { newId } from '#client/unique-id.ts'
import { useAppServices } from '../app-services.ts'
import { allResized, type Taken } from './photos.tsx'

const none: readonly Taken[] = []

/**
 * Stores texts and photos of a form for the current user until the screen is left; by then they are in the
 * outbox or discarded.
 * @param form name of the form
 * @param empty the same object in each call
 */
export const useFormDraft = <T extends Readonly<Record<string, string>>>(form: string, empty: T) => {
  const { cache, persons } = useAppServices()
  const [texts, setTexts] = useState<T>(empty)
  const [photos, setPhotos] = useState(none)
  const owner = `${persons.current()?.id} ${form}`
  const ownerOfPhotos = `${owner} photos`
  useLayoutEffect(() => {
    // If the user typed before the store answered, their input wins.
    cache.readKept(owner).then((found) => {
      const before = found?.texts
      if (before) setTexts((now) => (now === empty ? { ...now, ...before } : now))
    })
    cache.readKept(ownerOfPhotos).then((found) => {
      const before = found?.photos?.map((bytes) => ({
        id: newId(),
        photo: new Blob([bytes], { type: 'image/jpeg' }),
      }))
      if (before) setPhotos((now) => (now === none ? before : now))
    })
    return () => {
      for (const left of [owner, ownerOfPhotos]) cache.writeKept({ owner: left, at: 0 })
    }
  }, [cache, owner, ownerOfPhotos, empty])
  useLayoutEffect(() => {
    if (texts !== empty) cache.writeKept({ owner, at: Date.now(), texts })
  }, [cache, owner, texts, empty])
  useLayoutEffect(() => {
    if (photos === none) return
    let isOver = false
    allResized(photos)
      .then((small) => small && Promise.all(small.map((photo) => photo.arrayBuffer())))
      .then((bytes) => {
        if (bytes && !isOver) cache.writeKept({ owner: ownerOfPhotos, at: Date.now(), photos: bytes })
      })
      .catch(() => undefined)
    return () => {
      isOver = true
    }
  }, [cache, ownerOfPhotos, photos])
  const change = (some: Partial<T>): void => setTexts((before) => ({ ...before, ...some }))
  return [texts, change, photos, setPhotos] as const
}
