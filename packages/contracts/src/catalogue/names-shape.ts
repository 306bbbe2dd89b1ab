import type { OperationalState, ReportState } from '#contracts/records.ts'
import type { IssueCode, StatusItemCode, TypeCode } from './amenity-types.ts'

/**
 * The built-in names in one language, as people say them; at most 40 characters. A missing name is a compile error.
 */
export interface CatalogueNames {
  readonly types: Readonly<Record<TypeCode, string>>
  readonly issues: Readonly<Record<IssueCode, string>>
  readonly statusItems: Readonly<Record<StatusItemCode, string>>
  readonly states: Readonly<Record<OperationalState, string>>
  readonly reports: Readonly<Record<ReportState, string>>
}
