/** What the cache keeps of a read, so that an event finds it. */
import type { Endpoint } from '#contracts/kit/endpoint.ts'
import type { EventKind } from '#contracts/kit/vocabulary.ts'

/** tell: it stands still, and the change is told; read: it is read anew by itself; none: it is read when it is due */
export type LiveMode = 'tell' | 'read' | 'none'

export interface Follows {
  readonly follows?: readonly EventKind[] | undefined
  /** the record that it is about */
  readonly about?: string | undefined
  readonly mode?: LiveMode
}

export const followsOf = (endpoint: Endpoint, id: unknown, mode: LiveMode): Record<string, unknown> => ({
  follows: endpoint.follows,
  about: typeof id === 'string' ? id : undefined,
  mode,
})

/** What an act of daily work is told of as; undefined: of anything. */
const kindsOf = ({ path }: Endpoint): readonly EventKind[] | undefined => {
  if (path.startsWith('/api/tasks')) return ['task', 'sla', 'feedback']
  return path.startsWith('/api/dashboard/feedback') ? ['feedback'] : undefined
}

/** Whether a read on the screen is another after the act: not what may be stale, nor what follows something else. */
export const isChangedBy = ({ follows, mode = 'none' }: Follows, act: Endpoint): boolean => {
  const kinds = kindsOf(act)
  if (!kinds) return true
  return mode !== 'none' && (!follows || follows.some((kind) => kinds.includes(kind)))
}
