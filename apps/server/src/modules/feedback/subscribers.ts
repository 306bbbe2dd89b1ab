import type { Subscriber } from '#server/platform/events/subscriber.ts'
import { wordsSubscriber } from './words.ts'

export const subscribers: readonly Subscriber[] = [wordsSubscriber]
