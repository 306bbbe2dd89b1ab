/** Messages of a language, compiled by the build. */
import type { VisitorLanguage } from '#contracts/kit/vocabulary.ts'
import type { PlainKey, Words } from '#i18n/texts.ts'
import type en from './messages/en.ts'

type VisitorWords = Words<typeof en>
export type MessageKey = keyof VisitorWords
/** Keys of messages without placeholders. */
export type PlainMessage = PlainKey<typeof en>

type ValuesFor<Key extends MessageKey> = [VisitorWords[Key]] extends [string]
  ? []
  : VisitorWords[Key] extends (values: infer Values) => string
    ? [values: Values]
    : [never]

/** Formats a message in one language. */
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

/** A message with its placeholders unfilled, for the client script; only for messages without a plural. */
export const rawText = (language: VisitorLanguage, key: MessageKey): string => textOf(language, key, unfilled)
