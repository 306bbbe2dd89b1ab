/** Parses JSON bodies and rejects unsafe content. */
import { invalid, ServiceError } from '../errors.ts'

const decoder = new TextDecoder('utf-8', { fatal: true })
const maxDepth = 64
const maxNodes = 50_000
const maxKeys = 1000

/** Rejects prototype keys, NUL, lone surrogates, and excessive depth or size. */
const inspect = (root: unknown): void => {
  let nodes = 0
  let level: unknown[] = [root]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maxDepth) throw invalid('body', 'is nested too deeply')
    const next: unknown[] = []
    for (const value of level) {
      if (++nodes > maxNodes) throw invalid('body', 'has too many parts')
      if (typeof value === 'string') {
        if (!value.isWellFormed() || value.includes('\u0000'))
          throw invalid('body', 'contains characters that are not text')
      } else if (Array.isArray(value)) {
        for (const item of value) next.push(item)
      } else if (typeof value === 'object' && value !== null) {
        const keys = Object.keys(value)
        if (keys.length > maxKeys) throw invalid('body', 'has too many fields')
        for (const key of keys) {
          if (
            // guard: body-prototype
            key === '__proto__' ||
            (key === 'constructor' && typeof (value as Record<string, unknown>)[key] === 'object')
          ) {
            throw invalid('body', `must not contain the field ${key}`)
          }
          next.push((value as Record<string, unknown>)[key])
        }
      }
    }
    level = next
  }
}

/** @returns undefined for an empty body */
export const parseJson = (bytes: Buffer): unknown => {
  if (bytes.length === 0) return undefined
  let value: unknown
  try {
    value = JSON.parse(decoder.decode(bytes))
  } catch (cause) {
    throw new ServiceError('VALIDATION_ERROR', 'body: is not JSON', {
      details: [{ path: 'body', message: 'is not JSON' }],
      cause,
    })
  }
  inspect(value)
  return value
}
