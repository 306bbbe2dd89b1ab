import type { Schedule } from '#server/platform/events/subscriber.ts'

export const schedules: readonly Schedule[] = []
