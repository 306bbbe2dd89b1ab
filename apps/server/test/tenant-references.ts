/**
 * Finds tables of tenants that a statement reads or writes without naming their tenant. Row security or unique ids may
 * make it right, but on a cluster it would go to every node (docs/distribution.md). Reads SQL as text, so it is a check,
 * not a proof.
 */
import { after } from 'node:test'
import pg from 'pg'

/** Words that may follow a table that has no alias. */
const noAlias = new Set(
  'on where set values select order group limit for join left inner cross full right using union except returning default having offset'.split(
    ' ',
  ),
)

const reference =
  /(?:\b(?:from|join|update|into|using)\s+(?:only\s+)?|,\s*)"?([a-z_]+)"?(?![\w".(])(?:\s+(?:as\s+)?"?([a-z_]\w*)"?)?/gi
const innerQuery = /\((?=\s*(?:select|with|values|insert|update|delete)\b)[^()]*\)/gi
const list = /\((?!\s*(?:select|with|values|insert|update|delete)\b)([^()]*)\)/gi

const spaces = (text: string): string => ' '.repeat(text.length)

/** From the parenthesis before `at` to its end. */
export const around = (text: string, at: number): [start: number, end: number] => {
  let depth = 0
  let start = at
  while (start > 0 && !(text[start - 1] === '(' && depth === 0)) {
    start--
    if (text[start] === ')') depth++
    if (text[start] === '(') depth--
  }
  depth = 0
  let end = at
  while (end < text.length && !(text[end] === ')' && depth === 0)) {
    if (text[end] === '(') depth++
    if (text[end] === ')') depth--
    end++
  }
  return [start, end]
}

/** Blanks the queries within, which name the tenant for themselves, and unwraps lists; of the same length. */
const flatten = (part: string): string => {
  const flat = part.replace(innerQuery, spaces).replace(list, ' $1 ')
  return flat === part ? flat : flatten(flat)
}

interface Query {
  /** where it begins in the statement */
  readonly at: number
  readonly text: string
}

/** The query that holds `at`, without those within it, and only its part of a union. */
const queryAt = (text: string, at: number): Query => {
  const [start, end] = around(text, at)
  const pieces = flatten(text.slice(start, end)).split(/(\b(?:union|except|intersect)\b)/i)
  let begin = start
  for (const piece of pieces) {
    if (begin + piece.length > at) return { at: begin, text: piece }
    begin += piece.length
  }
  return { at: start, text: '' }
}

/** @returns each reference without a tenant, as `table alias` */
export const withoutTenant = (statement: string, tables: ReadonlySet<string>): string[] => {
  const text = statement.replace(/'(?:[^']|'')*'/g, spaces)
  const references = [...text.matchAll(reference)]
    .filter(({ 1: table = '' }) => tables.has(table))
    .map(({ 0: all, 1: table = '', 2: word, index }) => ({
      all,
      table,
      alias: word === undefined || noAlias.has(word.toLowerCase()) ? table : word,
      index,
      isInto: /^into/i.test(all),
      query: queryAt(text, index),
    }))
  const isNamed = ({ all, alias, index, isInto, query }: (typeof references)[number]): boolean => {
    if (isInto) return /^[^(]*\([^)]*\btenant_id\b/.test(text.slice(index))
    // A list of columns, not of tables.
    if (all.startsWith(',') && !/\b(?:from|using)\b/i.test(query.text)) return true
    if (new RegExp(`(?<![\\w.])"?${alias}"?\\."?tenant_id\\b`).test(query.text)) return true
    const isAlone = references.filter((one) => one.query.at === query.at && !one.isInto).length === 1
    return (isAlone || /\busing\s+tenant_id\b/.test(query.text)) && /(?<![.\w])"?tenant_id\b/.test(query.text)
  }
  return references.filter((one) => !isNamed(one)).map(({ table, alias }) => `${table} ${alias}`)
}

const requestRoles = /-c role=wellkept_(?:app|intake)\b/

interface Sender {
  readonly connectionParameters?: { readonly options?: string }
}

/** Texts of the statements that the roles of requests send until the test file ends, each once. */
export const recordStatements = (): ReadonlySet<string> => {
  const texts = new Set<string>()
  const target = pg.Client.prototype as unknown as {
    query: (this: Sender, ...values: unknown[]) => unknown
  }
  const original = target.query
  after(() => {
    target.query = original
  })
  target.query = function (statement, ...more) {
    const text = typeof statement === 'string' ? statement : (statement as { text?: string }).text
    if (text !== undefined && requestRoles.test(this.connectionParameters?.options ?? '')) texts.add(text)
    return original.call(this, statement, ...more)
  }
  return texts
}
