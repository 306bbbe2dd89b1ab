/** JSON schema validators, compiled on first use so that start-up stays fast. */
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import type { TSchema } from 'typebox'
import { type Detail, ServiceError } from '../errors.ts'
import { normalise, type Schema } from './text.ts'

// No coercion: "4" is not 4. Keywords such as x-text are our own.
const ajv = new Ajv({
  strict: false,
  allErrors: true,
  // guard: no-coercion
  coerceTypes: false,
  useDefaults: true,
  validateFormats: false,
})

const compiled = new WeakMap<TSchema, ValidateFunction>()

export const validatorOf = (schema: TSchema): ValidateFunction => {
  let validate = compiled.get(schema)
  if (!validate) {
    validate = ajv.compile(schema)
    compiled.set(schema, validate)
  }
  return validate
}

/** How many allowed values an error lists. */
const mostNamed = 40

const namesOf = (values: readonly unknown[]): string =>
  values.slice(0, mostNamed).join(', ') + (values.length > mostNamed ? ', …' : '')

const detailOf = (where: string, error: ErrorObject): Detail => {
  const parts = error.instancePath.split('/').slice(1)
  if (error.keyword === 'required') parts.push(String(error.params.missingProperty))
  const allowed = error.keyword === 'enum' ? `: ${namesOf(error.params.allowedValues as unknown[])}` : ''
  const message = error.keyword === 'required' ? 'is required' : `${error.message ?? 'is invalid'}${allowed}`
  return { path: [where, ...parts].join('.'), message }
}

/**
 * @param where `body`, `query` or `params`
 * @returns the normalized input, with defaults and without undeclared fields
 * @throws ServiceError VALIDATION_ERROR with every fault
 */
export const check = (schema: TSchema, value: unknown, where: string): unknown => {
  if (value === undefined) {
    throw new ServiceError('VALIDATION_ERROR', `${where}: is required`, {
      details: [{ path: where, message: 'is required' }],
    })
  }
  const input = normalise(schema as Schema, value, where)
  const validate = validatorOf(schema)
  if (validate(input)) return input
  const details = (validate.errors ?? [])
    .filter((error) => error.keyword !== 'anyOf' && error.keyword !== 'if')
    .slice(0, 20)
    .map((error) => detailOf(where, error))
  const shown = details.length > 0 ? details : [{ path: where, message: 'is invalid' }]
  throw new ServiceError(
    'VALIDATION_ERROR',
    shown
      .map((detail) => `${detail.path}: ${detail.message}`)
      .join('; ')
      .slice(0, 500),
    { details: shown },
  )
}

/** Paths in a reply that its schema does not declare. */
const undeclared = (schema: Schema, value: unknown, path: string): string[] => {
  if (value === null || typeof value !== 'object') return []
  if (schema.anyOf) {
    const options = schema.anyOf.filter((option) =>
      Array.isArray(value) ? option.type === 'array' : option.type === 'object',
    )
    const findings = options.map((option) => undeclared(option, value, path))
    return findings.sort((a, b) => a.length - b.length)[0] ?? []
  }
  if (Array.isArray(value))
    return value.flatMap((item, index) => undeclared(schema.items ?? {}, item, `${path}.${index}`))
  if (!schema.properties) return []
  return Object.entries(value).flatMap(([name, item]) => {
    const property = schema.properties?.[name]
    if (!property) return item === undefined ? [] : [`${path}.${name}`]
    return undeclared(property, item, `${path}.${name}`)
  })
}

/** Contract violations of a reply; checked if CHECK_REPLIES is set. */
export const replyFaults = (schema: TSchema, value: unknown): string[] => {
  const json: unknown = JSON.parse(JSON.stringify(value) ?? 'null')
  const validate = validatorOf(schema)
  const wrong = validate(json)
    ? []
    : (validate.errors ?? []).map((error) => `data${error.instancePath} ${error.message ?? ''}`)
  return [...wrong, ...undeclared(schema as Schema, json, 'data').map((path) => `${path} is not declared`)]
}
