import type { Subscriber } from '#server/platform/events/subscriber.ts'

export const subscribers: readonly Subscriber[] = []
