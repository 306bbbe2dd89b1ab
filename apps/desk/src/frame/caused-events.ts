import type { Endpoint } from '#contracts/kit/endpoint.ts'
import type { EventKind } from '#contracts/kit/vocabulary.ts'

/** Event kinds that an action of daily work causes; undefined: any. */
export const causedEvents = ({ path }: Pick<Endpoint, 'path'>): readonly EventKind[] | undefined => {
  if (path.startsWith('/api/tasks')) return ['task', 'sla', 'feedback']
  return path.startsWith('/api/dashboard/feedback') ? ['feedback'] : undefined
}
