/** The shape of a tool. */
import { type Static, type TObject, type TSchema, Type } from 'typebox'
import type { Calls } from '../calls.ts'

export interface Tool {
  readonly name: string
  readonly title: string
  /** for the model: what it answers, when to use it */
  readonly description: string
  readonly input: TObject
  /** offered only to connections that may write */
  readonly write: boolean
  /** may overwrite or end something, besides adding */
  readonly destructive: boolean
  readonly run: (calls: Calls, input: never) => Promise<object>
}

interface Draft<I extends TObject> {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly input: I
  readonly run: (calls: Calls, input: Static<I>) => Promise<object>
}

export const readTool = <I extends TObject>(draft: Draft<I>): Tool => ({
  ...draft,
  write: false,
  destructive: false,
  run: draft.run as Tool['run'],
})

export const writeTool = <I extends TObject>(draft: Draft<I> & { readonly destructive: boolean }): Tool => ({
  ...draft,
  write: true,
  run: draft.run as Tool['run'],
})

/** The schema with a description for the model. */
export const field = <S extends TSchema>(schema: S, description: string): S =>
  Type.Unsafe({ ...schema, description }) as unknown as S

export const optional = <S extends TSchema>(schema: S, description: string) =>
  Type.Optional(field(schema, description))

/** How many rows a list answers. */
export const rows = (most: number, usual: number) =>
  optional(
    Type.Integer({ minimum: 1, maximum: most, default: usual }),
    `How many rows, at most ${most}; default ${usual}`,
  )

/** As a client reads it: only keywords of JSON Schema, and a type for each value, which some models need. */
export const schemaOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(schemaOf)
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).flatMap(([key, inner]) =>
    key.startsWith('x-') || key.startsWith('~') ? [] : [[key, schemaOf(inner)] as const],
  )
  return Object.fromEntries(
    Array.isArray((value as { enum?: unknown }).enum) ? [['type', 'string'], ...kept] : kept,
  )
}
