/** Names of the screens, what each is about and what is missing without it; known before its code has loaded. */
import { useMessages } from '../lib/language.tsx'
import type { ScreenName } from '../screens.ts'

export interface ScreenText {
  readonly name: string
  /** one sentence, where it belongs to the set-up */
  readonly about?: string
  /** what is missing while nothing is set up there */
  readonly missing?: string
}

export const useScreenNames = (): Readonly<Record<ScreenName, ScreenText>> => useMessages().places
