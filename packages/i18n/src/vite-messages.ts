/** Compiles message sets (see texts.ts) at build time, so no parser and no unused text reaches the browser. */
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parse, type Token } from '@messageformat/parser'
import type { Plugin } from 'vite'

const grammar = fileURLToPath(new URL('grammar.ts', import.meta.url))
const catalogue = /\/messages\/([a-z]{2})\.ts$/

/** Only text and numbers; dates are formatted by the caller, because a date needs a time zone. */
const placeValue = (name: string): string => {
  if (!/^[a-z]\w*$/i.test(name)) throw new Error(`{${name}} is no name of a place`)
  return `v.${name}`
}

const literal = (tokens: readonly Token[], counted?: string): string =>
  `\`${tokens.map((token) => partOf(token, counted)).join('')}\``

const formsOf = (cases: readonly { key: string; tokens: Token[] }[], counted?: string): string => {
  if (!cases.some(({ key }) => key === 'other')) throw new Error('A plural or select needs the form "other"')
  return `{${cases.map(({ key, tokens }) => `${JSON.stringify(key)}:${literal(tokens, counted)}`).join()}}`
}

const partOf = (token: Token, counted: string | undefined): string => {
  switch (token.type) {
    case 'content':
      return token.value.replace(/[`\\$]/g, '\\$&')
    case 'argument':
      return `\${${placeValue(token.arg)}}`
    case 'octothorpe':
      return counted ? `\${number(${counted})}` : '#'
    case 'plural': {
      const value = placeValue(token.arg)
      return `\${plural(${value},${formsOf(token.cases, value)})}`
    }
    case 'select':
      return `\${select(${placeValue(token.arg)},${formsOf(token.cases, counted)})}`
    default:
      if (token.type === 'function' && token.key === 'number') return `\${number(${placeValue(token.arg)})}`
      throw new Error(
        `{${token.arg}, ${token.type === 'function' ? token.key : token.type}} is not supported`,
      )
  }
}

/** Plural categories of whole numbers in this language, without the one for millions in French. */
const categoriesOf = (rules: Intl.PluralRules): ReadonlySet<string> =>
  new Set(Array.from({ length: 200 }, (_, count) => rules.select(count)))

interface Plurals {
  /** all forms of the language */
  readonly allowed: Intl.LDMLPluralRule[]
  readonly needed: ReadonlySet<string>
}

const known = new Map<string, Plurals>()

const pluralsOf = (language: string): Plurals => {
  const before = known.get(language)
  if (before) return before
  const rules = new Intl.PluralRules(language)
  const made = { allowed: rules.resolvedOptions().pluralCategories, needed: categoriesOf(rules) }
  known.set(language, made)
  return made
}

const checkPlurals = (tokens: readonly Token[], categories: ReadonlySet<string>): void => {
  for (const token of tokens) {
    if (!('cases' in token)) continue
    const keys = new Set(token.cases.map(({ key }) => key))
    const missing = token.type === 'plural' ? [...categories].filter((one) => !keys.has(one)) : []
    if (missing.length > 0) throw new Error(`{${token.arg}} lacks the plural form ${missing.join()}`)
    for (const form of token.cases) checkPlurals(form.tokens, categories)
  }
}

/**
 * The text as JavaScript: a literal, or with placeholders a function of their values.
 * @throws Error if a text is not valid ICU, or a plural lacks a form of the language or has an extra one
 */
export const sourceOf = (text: string, language: string): string => {
  const { allowed, needed } = pluralsOf(language)
  const tokens = parse(text, { cardinal: allowed })
  checkPlurals(tokens, needed)
  const [only] = tokens
  if (tokens.length === 0 || (tokens.length === 1 && only?.type === 'content'))
    return JSON.stringify(only?.type === 'content' ? only.value : '')
  return `(v)=>${literal(tokens)}`
}

/** Texts by key, and groups of them. */
export interface Catalogue {
  readonly [key: string]: string | Catalogue
}

/** A message set as the source of a JavaScript object. @throws Error that names the key */
export const wordsSource = (texts: Catalogue, language: string, group = ''): string => {
  const entries = Object.entries(texts).map(([name, text]) => {
    const key = group + name
    if (typeof text !== 'string') return `${JSON.stringify(name)}:${wordsSource(text, language, `${key}.`)}`
    try {
      return `${JSON.stringify(name)}:${sourceOf(text, language)}`
    } catch (error) {
      throw new Error(`${key} in "${language}": ${(error as Error).message}`, { cause: error })
    }
  })
  return `{${entries.join(',\n')}}`
}

const moduleOf = (language: string, texts: Catalogue): string =>
  [
    `import{grammarOf}from${JSON.stringify(grammar)}`,
    `const{number,plural,select}=grammarOf(${JSON.stringify(language)})`,
    `export default${wordsSource(texts, language)}`,
  ].join('\n')

/** Vite plugin; compiles every `messages/<language>.ts`. */
export const compiledMessages = (): Plugin => ({
  name: 'compiled-messages',
  load: {
    filter: { id: catalogue },
    handler: async (id) => {
      const language = catalogue.exec(id)?.[1]
      if (!language) return null
      const { default: texts } = await import(pathToFileURL(id).href)
      return { code: moduleOf(language, texts), moduleSideEffects: false }
    },
  },
})
