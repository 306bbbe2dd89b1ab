/** Parses query strings by the schema, with no coercion besides the declared type. */
import { invalid } from '../errors.ts'
import type { Schema } from './text.ts'

const decode = (text: string, name: string): string => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw invalid(`query.${name}`, 'is not encoded correctly')
  }
}

const readValue = (schema: Schema, text: string, path: string): unknown => {
  switch (schema.type) {
    case 'integer': {
      if (!/^-?(0|[1-9]\d{0,15})$/.test(text) || !Number.isSafeInteger(Number(text)) || text === '-0')
        throw invalid(path, 'must be a whole number')
      return Number(text)
    }
    case 'boolean':
      if (text !== 'true' && text !== 'false') throw invalid(path, 'must be true or false')
      return text === 'true'
    case 'array':
      return text.split(',').map((part) => readValue(schema.items ?? {}, part.trim(), path))
    default:
      return text
  }
}

/**
 * Ignores unknown parameters. A known one that is repeated or has brackets is a VALIDATION_ERROR, and so is a
 * prototype name.
 * @param search the part after `?`
 */
export const parseQuery = (schema: Schema, search: string): Record<string, unknown> => {
  const found: Record<string, unknown> = {}
  if (search === '') return found
  const properties = schema.properties ?? {}
  for (const part of search.split('&')) {
    const equals = part.indexOf('=')
    const rawName = equals === -1 ? part : part.slice(0, equals)
    let name: string
    try {
      name = decodeURIComponent(rawName.replaceAll('+', ' '))
    } catch {
      continue
    }
    if (/^(?:__proto__|constructor)\b/.test(name)) throw invalid('query', 'must not name a prototype')
    const bracket = name.indexOf('[')
    if (bracket !== -1 && Object.hasOwn(properties, name.slice(0, bracket)))
      throw invalid(`query.${name.slice(0, bracket)}`, 'must be given once')
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined
    if (!property) continue
    if (Object.hasOwn(found, name)) throw invalid(`query.${name}`, 'must be given once')
    const text = decode(equals === -1 ? '' : part.slice(equals + 1), name)
    // An empty list counts as absent.
    found[name] =
      property.type === 'array' && text === '' ? undefined : readValue(property, text, `query.${name}`)
  }
  return found
}
