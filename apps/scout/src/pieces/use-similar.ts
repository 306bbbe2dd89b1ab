/** What is open on a place in a category: own findings of this phone, and what the service tells this scout. */
import { useEffect, useState } from 'preact/hooks'
import { similarFindings } from '#contracts/scout/phone/findings.ts'
import type { Book } from '../data/book.ts'
import { useOperations, useServices } from '../services.ts'
import { ownSimilar, type Similar } from './own-similar.ts'

export const useSimilar = (book: Book, amenityId: string, category: string): readonly Similar[] => {
  const { client } = useServices()
  const operations = useOperations()
  const [told, setTold] = useState<readonly Similar[]>()
  useEffect(() => {
    setTold(undefined)
    if (!category) return
    let isOver = false
    client.call(similarFindings, { query: { amenityId: [amenityId], category } }).then(
      ({ items }) => {
        if (isOver) return
        setTold(
          items.map(({ kind, id, title, since, reports, own }) => ({
            id,
            title,
            since,
            reports,
            own,
            confirms: kind === 'TASK' ? { taskId: id } : { findingId: id },
          })),
        )
      },
      // Without a connection the phone's own findings are what is known.
      () => undefined,
    )
    return () => {
      isOver = true
    }
  }, [client, amenityId, category])
  const local = new Set(operations.map(({ id }) => id))
  const own = ownSimilar(book, amenityId, category, (id) => local.has(id))
  // What the service tells includes the own ones that it has.
  return told ? [...own.filter(({ confirms }) => !confirms), ...told] : own
}
