/** Own findings of a place that a new one may repeat. */
import { openFindingStates } from '#contracts/scout/findings.ts'
import type { Book } from '../data/book.ts'

export interface Similar {
  readonly id: string
  readonly title: string
  readonly since: string
  readonly reports: number
  readonly own: boolean
  /** undefined: it was reported on this phone and is not sent yet */
  readonly confirms: { readonly taskId: string } | { readonly findingId: string } | undefined
}

/** What this phone knows without a connection; a blind scout's findings tell nothing of others. */
export const ownSimilar = (
  { findings }: Pick<Book, 'findings'>,
  amenityId: string,
  category: string,
  isLocal: (id: string) => boolean,
): readonly Similar[] =>
  findings
    .filter(
      (one) =>
        one.amenity.id === amenityId &&
        one.category === category &&
        openFindingStates.some((state) => state === one.state),
    )
    .map(({ id, categoryName, text, createdAt }) => ({
      id,
      title: text || categoryName,
      since: createdAt,
      reports: 1,
      own: true,
      confirms: isLocal(id) ? undefined : { findingId: id },
    }))
