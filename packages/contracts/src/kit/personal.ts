/** Fields that hold personal data: names, addresses and texts of people. Support sees "hidden" in their place. */
import type { TSchema } from 'typebox'

export const personalMark = 'x-personal'

/** The same schema with the mark, and with its properties that are not enumerable. */
export const personal = <S extends TSchema>(schema: S): S =>
  Object.create(Object.getPrototypeOf(schema), {
    ...Object.getOwnPropertyDescriptors(schema),
    [personalMark]: { value: true, enumerable: true },
  })
