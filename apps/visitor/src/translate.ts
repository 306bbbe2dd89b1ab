/** Texts of a language, as the build has compiled them. */
import type { VisitorLanguage } from '#contracts/kit/vocabulary.ts'
import type { PlainKey, Words } from '#ui/language/texts.ts'
import type en from './messages/en.ts'

type VisitorWords = Words<typeof en>
export type MessageKey = keyof VisitorWords
/** Keys of texts without places. */
export type PlainMessage = PlainKey<typeof en>

type ValuesFor<Key extends MessageKey> = [VisitorWords[Key]] extends [string]
  ? []
  : VisitorWords[Key] extends (values: infer Values) => string
    ? [values: Values]
    : [never]

/** Says a text in one language; `values` fill its places and choose its plural. */
export type Translate = <Key extends MessageKey>(key: Key, ...values: ValuesFor<Key>) => string

const catalogues = import.meta.glob<VisitorWords>('./messages/*.ts', { import: 'default', eager: true })

const textOf = (language: VisitorLanguage, key: MessageKey, values: unknown): string => {
  const text = catalogues[`./messages/${language}.ts`]?.[key] as string | ((values: unknown) => string)
  return typeof text === 'string' ? text : text(values)
}

export const translator =
  (language: VisitorLanguage): Translate =>
  (key, ...[values]) =>
    textOf(language, key, values)

const unfilled = { n: '{n}', time: '{time}' }

/** A text with its places unfilled, for the client script; none of these has a plural. */
export const rawText = (language: VisitorLanguage, key: MessageKey): string => textOf(language, key, unfilled)
