/** A field that is always there and may hold null, e.g. `archivedAt`. */
import { type TNull, type TSchema, type TUnion, Type } from 'typebox'

export const Nullable = <S extends TSchema>(schema: S): TUnion<[S, TNull]> =>
  Type.Union([schema, Type.Null()])
