/** A screen's name, and what it is about, stand among its own words; here they are gathered by screen. */

type Gathered<Parts, Word extends string> = {
  readonly [Name in keyof Parts as Parts[Name] extends Readonly<Record<Word, string>> ? Name : never]: string
}

/** `{ keys: { place: 'API keys', … }, … }` → `{ keys: 'API keys' }`; a part without the word is left out. */
export const wordsOf = <Parts extends object, Word extends string>(
  parts: Parts,
  word: Word,
): Gathered<Parts, Word> =>
  Object.fromEntries(
    Object.entries(parts).flatMap(([name, words]) => {
      const said: unknown = (words as Readonly<Record<string, unknown>>)[word]
      return typeof said === 'string' ? [[name, said]] : []
    }),
  ) as Gathered<Parts, Word>
