/** Restores a form after a phone with little memory has closed the page while its camera was open. */
import { useLayoutEffect, useState } from 'preact/hooks'
import { newId } from '#client/unique-id.ts'
import type { Drafts } from '#offline/drafts.ts'
import { allResized, type Taken } from './photos.tsx'

const none: readonly Taken[] = []

/**
 * Stores texts and photos of a form until the screen is left; by then they are in the outbox or discarded.
 * @param owner id of the user, space, name of the form
 * @param empty the same object in each call
 */
export const useFormDraft = <T extends Readonly<Record<string, string>>>(
  drafts: Drafts,
  owner: string,
  empty: T,
) => {
  const [texts, setTexts] = useState<T>(empty)
  const [photos, setPhotos] = useState(none)
  const ownerOfPhotos = `${owner} photos`
  useLayoutEffect(() => {
    // If the user typed before the store answered, their input wins.
    drafts.read(owner).then((found) => {
      const before = found?.texts
      if (before) setTexts((now) => (now === empty ? { ...now, ...before } : now))
    })
    drafts.read(ownerOfPhotos).then((found) => {
      const before = found?.photos?.map((bytes) => ({
        id: newId(),
        photo: new Blob([bytes], { type: 'image/jpeg' }),
      }))
      if (before) setPhotos((now) => (now === none ? before : now))
    })
    return () => {
      for (const left of [owner, ownerOfPhotos]) drafts.write({ owner: left, at: 0 })
    }
  }, [drafts, owner, ownerOfPhotos, empty])
  useLayoutEffect(() => {
    if (texts !== empty) drafts.write({ owner, at: Date.now(), texts })
  }, [drafts, owner, texts, empty])
  useLayoutEffect(() => {
    if (photos === none) return
    let isOver = false
    allResized(photos)
      .then((small) => small && Promise.all(small.map((photo) => photo.arrayBuffer())))
      .then((bytes) => {
        if (bytes && !isOver) drafts.write({ owner: ownerOfPhotos, at: Date.now(), photos: bytes })
      })
      .catch(() => undefined)
    return () => {
      isOver = true
    }
  }, [drafts, ownerOfPhotos, photos])
  const change = (some: Partial<T>): void => setTexts((before) => ({ ...before, ...some }))
  return [texts, change, photos, setPhotos] as const
}
