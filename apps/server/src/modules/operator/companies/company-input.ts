/** Validates the input of a company. */
import type { Static } from 'typebox'
import type { Company, Contact, CoveragePart } from '#contracts/operator/records.ts'
import type { createCompany } from '#contracts/operator.ts'
import { requireScope } from '#server/modules/places/lookup/public.ts'
import type { StaffContext } from '#server/platform/context.ts'
import { invalid, notFound } from '#server/platform/errors.ts'

type Details = Partial<Omit<Static<typeof createCompany.body>, 'state'>>

const namedIn = (coverage: readonly CoveragePart[], field: keyof CoveragePart): string[] => [
  ...new Set(coverage.flatMap((part) => part[field] ?? [])),
]

const scopeOf = (coverage: readonly CoveragePart[]) => ({
  buildingIds: namedIn(coverage, 'buildingIds'),
  types: namedIn(coverage, 'types'),
})

const normalContact = (contact: NonNullable<Details['contacts']>[number]): Contact => ({
  name: contact.name,
  email: contact.email ?? null,
  phone: contact.phone ?? null,
})

/** @throws ServiceError NOT_FOUND */
const requirePolicy = async (ctx: StaffContext, id: string): Promise<void> => {
  const found = await ctx.db.selectFrom('sla_policy').select('id').where('id', '=', id).executeTakeFirst()
  if (!found) throw notFound()
}

type Named = Pick<Company, 'coverage' | 'slaPolicyId'>
const nothing: Named = { coverage: [], slaPolicyId: null }

/**
 * The columns that the input sets.
 * @param before the company before the change; what it references may have been deleted
 * @throws ServiceError NOT_FOUND for a building or a policy, VALIDATION_ERROR for a type
 */
export const companyColumns = async (ctx: StaffContext, body: Details, before: Named = nothing) => {
  const { coverage } = body
  if (coverage) await requireScope(ctx, scopeOf(coverage), 'body.coverage', scopeOf(before.coverage))
  if (body.slaPolicyId && body.slaPolicyId !== before.slaPolicyId) await requirePolicy(ctx, body.slaPolicyId)
  return {
    ...(body.name === undefined ? {} : { name: body.name }),
    ...(body.kind === undefined ? {} : { kind: body.kind }),
    ...(coverage === undefined ? {} : { coverage: JSON.stringify(coverage) }),
    ...(body.contractFrom === undefined ? {} : { contract_from: body.contractFrom }),
    ...(body.contractUntil === undefined ? {} : { contract_until: body.contractUntil }),
    ...(body.contacts === undefined ? {} : { contacts: JSON.stringify(body.contacts.map(normalContact)) }),
    ...(body.slaPolicyId === undefined ? {} : { sla_policy_id: body.slaPolicyId }),
  }
}

/** @throws ServiceError VALIDATION_ERROR */
export const requireOrder = (from: string | null, until: string | null): void => {
  if (from !== null && until !== null && until < from)
    throw invalid('body.contractUntil', 'is before contractFrom')
}
