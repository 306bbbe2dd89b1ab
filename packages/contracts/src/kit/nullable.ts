/** A field that is always present and may be null, e.g. `archivedAt`. */
import { type TNull, type TSchema, type TUnion, Type } from 'typebox'

export const Nullable = <S extends TSchema>(schema: S): TUnion<[S, TNull]> =>
  Type.Union([schema, Type.Null()])
