/** Meta of a query in the cache, by which live events find it. */
import type { Endpoint } from '#contracts/kit/endpoint.ts'
import type { EventKind } from '#contracts/kit/vocabulary.ts'

/** tell: announce the change, the screen stays as it is; read: refetch automatically; none: refetch when stale */
export type LiveMode = 'tell' | 'read' | 'none'

export interface LiveMeta {
  readonly follows?: readonly EventKind[] | undefined
  /** id of the record */
  readonly about?: string | undefined
  readonly mode?: LiveMode
}

export const liveMetaOf = (endpoint: Endpoint, id: unknown, mode: LiveMode): Record<string, unknown> => ({
  follows: endpoint.follows,
  about: typeof id === 'string' ? id : undefined,
  mode,
})

/**
 * Whether a query on the screen is refetched after an action: not where it may be stale, nor where it follows other
 * events.
 *
 * @param kinds of events that the action causes; undefined: any
 */
export const isChangedBy = (
  { follows, mode = 'none' }: LiveMeta,
  kinds: readonly EventKind[] | undefined,
): boolean => {
  if (!kinds) return true
  return mode !== 'none' && (!follows || follows.some((kind) => kinds.includes(kind)))
}
