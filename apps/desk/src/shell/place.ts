/** What a screen is called, what it is about, and what its lack means; said before its code has come. */
import { useWords } from '../lib/language.tsx'
import type { ScreenName } from '../screens.ts'

export interface Place {
  readonly name: string
  /** one sentence, where it belongs to the set-up */
  readonly about?: string
  /** what is missing while nothing is set up there */
  readonly missing?: string
}

export const usePlaces = (): Readonly<Record<ScreenName, Place>> => useWords().places
