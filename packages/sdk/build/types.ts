/** Types of the package, written from the schemas of the contracts, so that they need neither contracts nor typebox. */
import { contractFiles } from '#contracts/all.ts'
import { type Endpoint, needsCredential } from '#contracts/kit/endpoint.ts'
import { errorStatus } from '#contracts/kit/vocabulary.ts'
import { isShown, outward, outwardNames } from '#contracts/outward.ts'
import * as records from '#contracts/records.ts'
import { type Group, isPaged } from './groups.ts'

interface Schema {
  readonly type?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly patternProperties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: Schema | boolean
}

const literals = (values: readonly unknown[]): string =>
  values.map((value) => JSON.stringify(value)).join(' | ')

/** Names of records that contracts export, by their schema. */
const namesOf = (): Map<unknown, string> => {
  const named = new Map<unknown, string>()
  const taken = new Set(['Page', 'CallOptions', 'ClientSettings', 'WellkeptError', 'Client'])
  for (const [name, value] of [...Object.values(contractFiles), records].flatMap((file) =>
    Object.entries(file),
  )) {
    const isRecord = typeof value === 'object' && value !== null && (value as Schema).properties !== undefined
    if (!isRecord || named.has(value) || taken.has(name) || !/^[A-Z]/.test(name)) continue
    taken.add(name)
    named.set(value, name)
  }
  return named
}

const openTypes = () => {
  const names = namesOf()
  const written = new Map<string, string>()

  const shapeOf = (schema: Schema, isInput: boolean): string => {
    const required = new Set(schema.required)
    const undefinedToo = isInput ? ' | undefined' : ''
    const fields = Object.entries(schema.properties ?? {}).map(
      ([name, field]) =>
        `readonly ${JSON.stringify(name)}${required.has(name) ? '' : '?'}: ${print(field, isInput)}${required.has(name) ? '' : undefinedToo}`,
    )
    const [other] = Object.values(schema.patternProperties ?? {})
    if (other) fields.push(`readonly [name: string]: ${print(other, isInput)}`)
    else if (schema.additionalProperties === true) fields.push('readonly [name: string]: unknown')
    return `{ ${fields.join('; ')} }`
  }

  const print = (schema: Schema, isInput = false): string => {
    const name = names.get(schema)
    if (name !== undefined && !isInput) {
      if (!written.has(name)) {
        written.set(name, '')
        written.set(name, `export interface ${name} ${shapeOf(schema, false)}`)
      }
      return name
    }
    if (schema.const !== undefined) return JSON.stringify(schema.const)
    if (schema.enum) return literals(schema.enum)
    if (schema.anyOf) return schema.anyOf.map((part) => print(part, isInput)).join(' | ')
    switch (schema.type) {
      case 'string':
      case 'boolean':
      case 'null':
        return schema.type
      case 'integer':
      case 'number':
        return 'number'
      case 'array':
        return `readonly (${print(schema.items ?? {}, isInput)})[]`
      case 'object':
        return shapeOf(schema, isInput)
      case undefined:
        return 'unknown'
      default:
        throw new Error(`The type ${schema.type} cannot be written`)
    }
  }
  return { print, written }
}

const inputOf = ({ params, query, body, bodyOptional }: Endpoint): Schema => {
  const parts = [params, query, body].filter((part) => part !== undefined) as Schema[]
  const free = bodyOptional ? (body as Schema | undefined) : undefined
  return {
    type: 'object',
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)),
    required: parts.filter((part) => part !== free).flatMap(({ required }) => required ?? []),
  }
}

export const typesOf = (groups: readonly Group[]): string => {
  const { print, written } = openTypes()

  const outputOf = ({ data, list, about }: Endpoint): string => {
    const extra = about ? print(about as Schema) : undefined
    if (data)
      return extra
        ? `{ readonly data: ${print(data as Schema)}; readonly about: ${extra} }`
        : print(data as Schema)
    if (!list) return 'Blob'
    return `Page<${print(list as Schema)}>${extra ? ` & { readonly about: ${extra} }` : ''}`
  }

  const methodOf = (name: string, endpoint: Endpoint): string => {
    const input = inputOf(endpoint)
    const mark = (input.required ?? []).length === 0 ? '?' : ''
    const takes = `(input${mark}: ${print(input, true)}, options?: CallOptions)`
    const note = needsCredential(endpoint) ? '' : '; needs no credential'
    const lines = [
      `  /** ${endpoint.summary.replaceAll('*/', '*\\/')}${note} */`,
      `  ${name}${takes}: Promise<${outputOf(endpoint)}>`,
    ]
    if (isPaged(endpoint) && endpoint.list)
      lines.push(
        `  /** each item of all pages of \`${name}\` */`,
        `  ${name}All${takes}: AsyncGenerator<${print(endpoint.list as Schema)}, void, undefined>`,
      )
    return lines.join('\n')
  }

  const parts = groups.map(
    ({ name, methods }) =>
      `  readonly ${name}: {\n${methods.map((one) => methodOf(one.name, one.endpoint)).join('\n')}\n  }`,
  )
  const events = outwardNames
    .filter((name) => isShown(name) || name === 'webhook.test')
    .map(
      (name) =>
        `  | { readonly id: string; readonly type: '${name}'; readonly createdAt: string; readonly tenantId: string; readonly data: ${print(outward[name].data as Schema)} }`,
    )
  return `import type { CallOptions, Page } from './connect.js'

export type ErrorCode = ${literals(Object.keys(errorStatus))}

/** The body of a webhook; \`type\` says what \`data\` is. */
export type WebhookEvent =
${events.join('\n')}

export interface Client {
${parts.join('\n')}
}

${[...written.values()].join('\n')}
`
}
