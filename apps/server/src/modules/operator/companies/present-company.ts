/** A company's row as the API returns it. */
import type { Company, Contact, CoveragePart } from '#contracts/operator/records.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { notFound } from '#server/platform/errors.ts'

export const selectCompanies = (ctx: TenantContext) =>
  ctx.db
    .selectFrom('company')
    .selectAll('company')
    .select((eb) =>
      eb
        .selectFrom('operator')
        .select((operator) => operator.fn.countAll<number>().as('n'))
        .whereRef('operator.company_id', '=', 'company.id')
        .where('operator.state', '<>', 'INACTIVE')
        .as('operator_count'),
    )

export type CompanyRow = Awaited<ReturnType<ReturnType<typeof selectCompanies>['executeTakeFirstOrThrow']>>

export const presentCompany = (row: CompanyRow): Company => ({
  id: row.id,
  name: row.name,
  kind: row.kind as Company['kind'],
  state: row.state as Company['state'],
  coverage: row.coverage as CoveragePart[],
  contractFrom: row.contract_from,
  contractUntil: row.contract_until,
  contacts: row.contacts as Contact[],
  slaPolicyId: row.sla_policy_id,
  operatorCount: row.operator_count ?? 0,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
  version: row.version,
})

/** @throws ServiceError NOT_FOUND */
export const readCompany = async (ctx: TenantContext, id: string): Promise<Company> => {
  const row = await selectCompanies(ctx).where('company.id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  return presentCompany(row)
}
