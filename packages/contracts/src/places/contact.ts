/** Whom to reach about a building. */
import { type Static, Type } from 'typebox'
import { Nullable } from '../kit/nullable.ts'
import { personal } from '../kit/personal.ts'
import { Email, Line } from '../kit/text.ts'

export const BuildingContact = Type.Object({
  name: personal(Nullable(Line(120))),
  phone: personal(Nullable(Line(40))),
  email: personal(Nullable(Email)),
})
export type BuildingContact = Static<typeof BuildingContact>
