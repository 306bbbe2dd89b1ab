/** Message sets: the catalogues of a screen or folder, loaded one language at a time. */
import type { Language } from '#i18n/languages.ts'
import type { Words } from '#i18n/texts.ts'
import { loadChunk } from './load-chunk.ts'

export const deskLanguages = ['en', 'de'] as const satisfies readonly Language[]
export type DeskLanguage = (typeof deskLanguages)[number]

export interface MessageSet<Messages> {
  /** The same promise each time; `use` reads it without waiting once it is fulfilled. @throws ChunkMissing */
  readonly load: (language: DeskLanguage) => Promise<Messages>
  /** undefined until loaded */
  readonly at: (language: DeskLanguage) => Messages | undefined
}

type Catalogues = Readonly<Record<string, () => Promise<unknown>>>

/** Sets in use: they are loaded again when the language changes. */
const requestedSets = new Set<MessageSet<unknown>>()

/** Notes the value at the promise, where React's `use` looks for it before it waits. */
const readAtOnce = <T>(promise: Promise<T>): Promise<T> => {
  promise.then(
    (value) => Object.assign(promise, { status: 'fulfilled', value }),
    () => undefined,
  )
  return promise
}

/**
 * @param catalogues `() => import.meta.glob('./messages/*.ts', { import: 'default' })`; a function, because only
 * the build resolves it
 */
export const messageSet = <English>(catalogues: () => Catalogues): MessageSet<Words<English>> => {
  const here = new Map<DeskLanguage, Words<English>>()
  const coming = new Map<DeskLanguage, Promise<Words<English>>>()
  const fetched = async (language: DeskLanguage): Promise<Words<English>> => {
    const load = catalogues()[`./messages/${language}.ts`]
    if (!load) throw new Error(`There are no texts in ${language}`)
    const words = (await loadChunk(load)) as Words<English>
    here.set(language, words)
    return words
  }
  const set: MessageSet<Words<English>> = {
    at: (language) => here.get(language),
    load: (language) => {
      requestedSets.add(set)
      const known = coming.get(language) ?? readAtOnce(fetched(language))
      coming.set(language, known)
      return known
    },
  }
  return set
}

/** Loads every set in use in another language. */
export const loadRequested = async (language: DeskLanguage): Promise<void> => {
  await Promise.all([...requestedSets].map((set) => set.load(language)))
}
