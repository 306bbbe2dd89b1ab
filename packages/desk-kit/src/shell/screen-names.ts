/** Texts of the screens that are known before their code has loaded. */
import { useMessages } from '../lib/language.tsx'

export interface ScreenText {
  readonly name: string
  /** one sentence for the set-up overview */
  readonly about?: string
  /** shown in the overview while nothing is set up there */
  readonly missing?: string
}

export const useScreenText = (): ((name: string) => ScreenText) => {
  const texts = useMessages().places as Readonly<Record<string, ScreenText>>
  return (name) => texts[name] as ScreenText
}
