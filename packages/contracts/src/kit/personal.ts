/** Fields that hold personal data: names, addresses and texts of people. Support sees "hidden" in their place. */
import type { TSchema } from 'typebox'

export const personalMark = 'x-personal'

export const personal = <S extends TSchema>(schema: S): S => ({ ...schema, [personalMark]: true })
