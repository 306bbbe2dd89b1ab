/** What an installation needs of its surroundings, as `npx wellkept check` and the page for administrators say it. */
import { type Static, Type } from 'typebox'

/** In the order of the page. */
export const installationChecks = [
  'DATABASE',
  'STORAGE',
  'QUEUE',
  'EMAIL',
  'CLOCK',
  'ADDRESS',
  'REACH',
  'ENCRYPTION',
  'DISK',
  'BACKUPS',
] as const
export type InstallationCheckName = (typeof installationChecks)[number]

export const checkLanguages = ['en', 'de'] as const
export type CheckLanguage = (typeof checkLanguages)[number]
/** Asks for the checks, in this language. The answer may take 5 s, since some of them call the outside. */
export const CheckLanguage = Type.Optional(Type.Enum([...checkLanguages]))

/** WARN needs a look, FAIL needs to be mended. Without folders and credentials. */
export const InstallationCheck = Type.Object({
  name: Type.Enum([...installationChecks]),
  state: Type.Enum(['OK', 'WARN', 'FAIL']),
  title: Type.String(),
  text: Type.String(),
  /** what to do; empty: nothing */
  advice: Type.String(),
})
export type InstallationCheck = Static<typeof InstallationCheck>
