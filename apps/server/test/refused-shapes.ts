/**
 * Finds shapes of statements that Citus refuses on a distributed table (docs/distribution.md), since CI has no Citus.
 * Reads SQL as text, so it is a check, not a proof.
 */
import { around } from './tenant-references.ts'

const write = /\b(insert\s+into|update)\s+"?([a-z_]+)"?/gi
/** Not IMMUTABLE, so they may not meet a column in UPDATE; a timestamp and an interval make one more. */
const stable =
  /\b(?:to_jsonb?|jsonb?_build_object|jsonb?_build_array|jsonb?_agg|array_to_json|array_to_string|concat|concat_ws|format|to_char|date_trunc)\(/i
const columnAndInterval = /\b[a-z_]+\.?[a-z_]*\s*[+-]\s*interval\b/i

const spaces = (text: string): string => ' '.repeat(text.length)

const refusedInsert = (part: string): string | undefined => {
  const [body = '', conflict] = part.split(/\bon\s+conflict\b/i)
  if (conflict !== undefined && /\bdo\s+update\b[\s\S]*\(\s*select\b/i.test(conflict))
    return 'a query in ON CONFLICT'
  const isSelect = /^insert\s+into\s+\S+(?:\s+as\s+\w+)?\s*\([^()]*\)\s*(?:select|with)\b/i.test(body)
  if (!isSelect) {
    const isQuery = conflict === undefined ? part : body
    return /\(\s*select\b/i.test(isQuery.replace(/\breturning\b[\s\S]*/i, ''))
      ? 'a query in VALUES'
      : undefined
  }
  if (conflict !== undefined)
    return /\bdo\s+update\b[\s\S]*\$\d/i.test(conflict.replace(/\breturning\b[\s\S]*/i, ''))
      ? 'a parameter in ON CONFLICT'
      : undefined
  return /\breturning\b/i.test(body) ? undefined : 'INSERT … SELECT without RETURNING'
}

const refusedUpdate = (part: string): string | undefined => {
  if (/\bcase\s+(?!when\b)[\w.]+\s+when\b/i.test(part)) return 'CASE of a value'
  const [set = ''] = part.replace(/^[\s\S]*?\bset\b/i, '').split(/\bwhere\b/i)
  return stable.test(set) || columnAndInterval.test(set) ? 'a function that is not IMMUTABLE' : undefined
}

/** @returns each write of a table of tenants in such a shape, as `table: shape` */
export const refusedShapes = (statement: string, tables: ReadonlySet<string>): string[] => {
  const text = statement.replace(/'(?:[^']|'')*'/g, spaces)
  return [...text.matchAll(write)].flatMap(({ 1: verb = '', 2: table = '', index }) => {
    if (!tables.has(table)) return []
    const part = text.slice(index, around(text, index)[1])
    const shape = verb.toLowerCase() === 'update' ? refusedUpdate(part) : refusedInsert(part)
    return shape === undefined ? [] : [`${table}: ${shape}`]
  })
}
