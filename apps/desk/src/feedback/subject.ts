/** A submission with its pending patches applied. */
import type { FeedbackItem } from '#contracts/dashboard.ts'
import { sayPlace } from '#contracts/kit/place.ts'
import type { Triage, TriageItem } from './triage.ts'

/** `settled`: shown as done, even if not confirmed yet. */
export type Subject = Omit<FeedbackItem, 'done'> & {
  readonly settled: boolean
  readonly done: FeedbackItem['done']
}

export const subjectOf = (item: FeedbackItem, triage: Triage, readAt: number): Subject => {
  const { labels, done } = triage.shown(item.id, { labels: item.labels, done: item.done !== null }, readAt)
  return { ...item, labels: [...labels], settled: done }
}

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
