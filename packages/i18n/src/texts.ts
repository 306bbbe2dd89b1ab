/**
 * Types of message sets. A message set is a file `messages/<language>.ts` beside the code that uses it; its default
 * export has ICU texts by key. A key may hold a group of texts, such as the names of a closed set by code. English
 * defines the shape: `satisfies Texts<typeof en>` reports what another language lacks. The build (vite-messages.ts)
 * compiles each file to its `Words`.
 */

/** Texts of another language: exactly the keys of English. */
export type Texts<English> = {
  readonly [Key in keyof English]: English[Key] extends string ? string : Texts<English[Key]>
}

/** What screens get: a text without placeholders as a string, one with placeholders as a function of their values. */
export type Words<English> = {
  readonly [Key in keyof English]: English[Key] extends string
    ? keyof Places<English[Key]> extends never
      ? string
      : (values: Readonly<Places<English[Key]>>) => string
    : Words<English[Key]>
}

/** Keys of texts without placeholders. */
export type PlainKey<English> = {
  [Key in keyof English]: keyof Places<English[Key]> extends never ? Key : never
}[keyof English]

/** Names of the placeholders of a text with their types: `{n, plural, …}` and `{n, number}` take a number. */
export type Places<Text> = Text extends string ? { [Name in keyof InText<Text>]: InText<Text>[Name] } : never

// biome-ignore lint/complexity/noBannedTypes: a text without places has no keys at all
type None = {}

/** Parses within a text, up to its next placeholder or to the end of the plural or select form around it. */
type InText<Rest extends string, Found = None> = Rest extends `${infer Before}{${infer After}`
  ? Before extends `${string}}${string}`
    ? EndOfForm<Rest, Found>
    : InPlace<After, Found>
  : EndOfForm<Rest, Found>

type EndOfForm<Rest extends string, Found> = Rest extends `${string}}${infer After}`
  ? InForms<After, Found>
  : Found

/** Parses between the forms of a plural or select: another form, or the end of the placeholder. */
type InForms<Rest extends string, Found> = Rest extends `${infer Before}{${infer After}`
  ? Before extends `${string}}${string}`
    ? EndOfPlace<Rest, Found>
    : InText<After, Found>
  : EndOfPlace<Rest, Found>

type EndOfPlace<Rest extends string, Found> = Rest extends `${string}}${infer After}`
  ? InText<After, Found>
  : Found

type InPlace<Rest extends string, Found> = Rest extends `${infer Inside}}${infer After}`
  ? Inside extends `${infer Name},${infer Kind},${string}`
    ? Trim<Kind> extends 'plural'
      ? InForms<AfterComma<AfterComma<Rest>>, Found & Record<Trim<Name>, number>>
      : InForms<AfterComma<AfterComma<Rest>>, Found & Record<Trim<Name>, string>>
    : Inside extends `${infer Name},${string}`
      ? InText<After, Found & Record<Trim<Name>, number>>
      : InText<After, Found & Record<Trim<Inside>, string | number>>
  : never

type AfterComma<Rest extends string> = Rest extends `${string},${infer After}` ? After : never

type Trim<Text extends string> = Text extends ` ${infer After}`
  ? Trim<After>
  : Text extends `${infer Before} `
    ? Trim<Before>
    : Text
