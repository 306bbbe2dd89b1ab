/** Starts a round with the checklists of this phone. */
import type { RoundDetail } from '#contracts/scout/rounds.ts'
import { type Book, templateOf } from '../data/book.ts'
import type { Work } from '../outbox/operation.ts'

export const startWork = (book: Book, { id, stops }: RoundDetail): Work => ({
  kind: 'round.start',
  fields: {
    roundId: id,
    templateVersions: Object.fromEntries(
      stops.flatMap((stop) => {
        const template = templateOf(book, stop)
        return template ? [[template.id, template.version] as const] : []
      }),
    ),
  },
})
