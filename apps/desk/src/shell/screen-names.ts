/** Names of the screens, what each is about and what is missing without it; known before its code has loaded. */
import { useMessages } from '../lib/language.tsx'

export interface ScreenText {
  readonly name: string
  /** one sentence, where it belongs to the set-up */
  readonly about?: string
  /** what is missing while nothing is set up there */
  readonly missing?: string
}

/** By the name of a screen. */
export const useScreenText = (): ((name: string) => ScreenText) => {
  const texts = useMessages().places as Readonly<Record<string, ScreenText>>
  return (name) => texts[name] as ScreenText
}
