/** Meta of a query in the cache, by which live events find it. */
import type { Endpoint } from '#contracts/kit/endpoint.ts'
import type { EventKind } from '#contracts/kit/vocabulary.ts'

/** tell: the change is announced, the screen stays as it is; read: refetched by itself; none: refetched when it is due */
export type LiveMode = 'tell' | 'read' | 'none'

export interface LiveMeta {
  readonly follows?: readonly EventKind[] | undefined
  /** the record that it is about */
  readonly about?: string | undefined
  readonly mode?: LiveMode
}

export const liveMetaOf = (endpoint: Endpoint, id: unknown, mode: LiveMode): Record<string, unknown> => ({
  follows: endpoint.follows,
  about: typeof id === 'string' ? id : undefined,
  mode,
})

/** Kinds of events that an action of daily work causes; undefined: any. */
const kindsOf = ({ path }: Endpoint): readonly EventKind[] | undefined => {
  if (path.startsWith('/api/tasks')) return ['task', 'sla', 'feedback']
  return path.startsWith('/api/dashboard/feedback') ? ['feedback'] : undefined
}

/** Whether a read on the screen is another after the action: not what may be stale, nor what follows something else. */
export const isChangedBy = ({ follows, mode = 'none' }: LiveMeta, action: Endpoint): boolean => {
  const kinds = kindsOf(action)
  if (!kinds) return true
  return mode !== 'none' && (!follows || follows.some((kind) => kinds.includes(kind)))
}
