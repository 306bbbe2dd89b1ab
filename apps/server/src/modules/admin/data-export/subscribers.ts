import { isEvent, type Subscriber } from '#server/platform/events/subscriber.ts'
import { writeExport } from './write-export.ts'

export const subscribers: readonly Subscriber[] = [
  {
    name: 'data-export',
    kind: 'effect',
    hears: ['internal.export_requested'],
    longestSeconds: 6 * 3600,
    handle: async (platform, event) => {
      if (isEvent(event, 'internal.export_requested')) await writeExport(platform, event)
    },
  },
]
