/** The assignee that a rule names. */
import { type Static, Type } from 'typebox'
import { Id } from '#contracts/kit/text.ts'

/** Exactly one of them. */
export const AssignTarget = Type.Union([
  Type.Object({ userId: Id }),
  Type.Object({ operatorId: Id }),
  Type.Object({ companyId: Id }),
  Type.Object({ onCall: Type.Literal(true) }),
])
export type AssignTarget = Static<typeof AssignTarget>

/** As it is sent; none or several of them is a VALIDATION_ERROR. */
export const AssignTargetInput = Type.Object({
  userId: Type.Optional(Id),
  operatorId: Type.Optional(Id),
  companyId: Type.Optional(Id),
  onCall: Type.Optional(Type.Literal(true)),
})
export type AssignTargetInput = Static<typeof AssignTargetInput>
