/** Sources of options that are too many to load at once: the service searches them. The app says which there are. */
import { loadChunk } from '../lib/load-chunk.ts'

export interface Found {
  readonly value: string
  readonly label: string
}

export interface FindContext {
  readonly signal: AbortSignal
  /** name of a built-in amenity type in the reader's language */
  readonly typeName: (code: string) => string
  /** id of the building to search in; undefined: all */
  readonly within?: string | undefined
}

export interface Source {
  /** the first matches; `more`: there are others */
  readonly find: (
    typed: string,
    ask: FindContext,
  ) => Promise<{ readonly found: readonly Found[]; readonly more: boolean }>
  /** the label of a chosen value */
  readonly one: (value: string, ask: FindContext) => Promise<Found>
}

/** The app adds its own by declaration merging. */
export interface Sources extends Readonly<Record<never, Source>> {}
export type SourceName = keyof Sources & string

export type LoadSources = () => Promise<Readonly<Record<string, Source>>>

let load: LoadSources = async () => ({})

/** Called once by `createDesk`, before anything is drawn. */
export const registerSources = (sources: LoadSources): void => {
  load = sources
}

export const sourceOf = async (name: SourceName): Promise<Source> => {
  const source = (await loadChunk(load))[name]
  if (!source) throw new Error(`There is no source ${name}`)
  return source
}
