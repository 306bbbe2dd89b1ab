/** The book: what the service told this phone last, kept for working without a connection. */
import type { CallOutput } from '#client/types.ts'
import type { Finding } from '#contracts/scout/findings.ts'
import type { Conflict, scoutBootstrap, scoutChanges } from '#contracts/scout/phone/sync.ts'
import type { Inspection, RoundDetail, RoundStop } from '#contracts/scout/rounds.ts'

type Bootstrap = CallOutput<typeof scoutBootstrap>
export type Change = CallOutput<typeof scoutChanges>['changes'][number]
export type Site = Bootstrap['sites'][number]
export type Amenity = Bootstrap['amenities'][number]
export type Template = Bootstrap['templates'][number]

export interface Book extends Omit<Bootstrap, 'rounds'> {
  readonly rounds: readonly RoundDetail[]
  readonly inspections: readonly Inspection[]
}

/** A mystery visitor's name is not even kept on their own phone. */
const withoutName = (scout: Bootstrap['scout']): Bootstrap['scout'] =>
  scout.kind === 'MYSTERY' ? { ...scout, name: scout.alias, displayName: null } : scout

export const bookOf = (answer: Bootstrap): Book => ({
  ...answer,
  scout: withoutName(answer.scout),
  rounds: answer.rounds.map(({ inspections: _, ...round }) => round),
  inspections: answer.rounds.flatMap(({ inspections }) => inspections),
})

const replaced = <T extends { readonly id: string }>(list: readonly T[], change: Change): T[] => {
  const record = change.record as unknown as T | null
  const at = list.findIndex(({ id }) => id === change.id)
  if (change.deleted || record === null) return list.filter(({ id }) => id !== change.id)
  return at === -1 ? [...list, record] : list.map((one, index) => (index === at ? record : one))
}

/** A round under way keeps the version of its checklist, so older versions stay. */
const withTemplate = (book: Book, { id, deleted, record }: Change): Template[] => {
  const template = record as unknown as Template | null
  const isUsed = ({ version }: Template): boolean =>
    book.rounds.some(({ stops }) =>
      stops.some((stop) => stop.templateId === id && stop.templateVersion === version),
    )
  const others = book.templates.filter(
    (one) => one.id !== id || (one.version !== template?.version && (!deleted || isUsed(one))),
  )
  return template && !deleted ? [...others, template] : others
}

const withChange = (book: Book, change: Change): Book => {
  switch (change.kind) {
    case 'SCOUT':
      return change.record
        ? { ...book, scout: withoutName(change.record as unknown as Bootstrap['scout']) }
        : book
    case 'SITE':
      return { ...book, sites: replaced(book.sites, change) }
    case 'LOCATION':
      return { ...book, locations: replaced(book.locations, change) }
    case 'AMENITY':
      return { ...book, amenities: replaced(book.amenities, change) }
    case 'TEMPLATE':
      return { ...book, templates: withTemplate(book, change) }
    case 'ROUND':
      return { ...book, rounds: replaced(book.rounds, change) }
    case 'INSPECTION':
      return { ...book, inspections: replaced<Inspection>(book.inspections, change) }
    case 'FINDING':
      return { ...book, findings: replaced<Finding>(book.findings, change) }
    case 'CONFLICT':
      return {
        ...book,
        conflicts: replaced<Conflict>(book.conflicts, change).filter(({ resolvedAt }) => !resolvedAt),
      }
  }
}

/** Whole records replace those of the same id. */
export const withChanges = (book: Book, changes: readonly Change[], cursor: string): Book => ({
  ...changes.reduce(withChange, book),
  cursor,
})

/** The checklist of a stop: the version that its round has fixed, else the newest. */
export const templateOf = (
  { templates }: Pick<Book, 'templates'>,
  { templateId, templateVersion }: Pick<RoundStop, 'templateId' | 'templateVersion'>,
): Template | undefined => {
  const versions = templates.filter(({ id }) => id === templateId)
  return (
    versions.find(({ version }) => version === templateVersion) ??
    versions.sort((one, other) => other.version - one.version)[0]
  )
}

/** Whether everything that a round needs is on this phone. */
export const isComplete = (book: Book, { stops }: RoundDetail): boolean =>
  stops.every((stop) => templateOf(book, stop) !== undefined)
