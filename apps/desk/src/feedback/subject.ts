/** A submission as it is done on: what was read, and over it the pending patches. */
import type { FeedbackItem } from '#contracts/dashboard.ts'
import { sayPlace } from '#contracts/kit/place.ts'
import type { Triage, TriageItem } from './triage.ts'

/** `settled`: it shows as done, also where the service has yet to hear of it. */
export type Subject = Omit<FeedbackItem, 'done'> & {
  readonly settled: boolean
  readonly done: FeedbackItem['done']
}

export const subjectOf = (item: FeedbackItem, triage: Triage, readAt: number): Subject => {
  const { labels, done } = triage.shown(item.id, { labels: item.labels, done: item.done !== null }, readAt)
  return { ...item, labels: [...labels], settled: done }
}

/** Where it was given. */
export const placeOf = ({
  amenity,
  location,
  building,
}: Pick<FeedbackItem, 'amenity' | 'location' | 'building'>): string =>
  sayPlace(amenity.name, location, building.name)

export const triageItemOf = (item: Subject): TriageItem => ({
  id: item.id,
  name: placeOf(item),
  labels: item.labels,
  done: item.settled,
})
