/** Names of types, issues and status items in one language: the tenant's own, otherwise the catalogue's. */
import { type StatusItemCode, statusItemCodes } from '#contracts/catalogue/amenity-types.ts'
import { issueName, statusItemName, typeName } from '#contracts/catalogue/names.ts'
import type { VisitorLanguage } from '#contracts/kit/vocabulary.ts'

export type Names = Partial<Record<VisitorLanguage, string>>

const anyName = (names: Names): string | undefined => Object.values(names).find((name) => name !== undefined)

/** @param fallback the tenant's first visitor language */
export const nameOfType = (
  code: string,
  names: Names,
  language: VisitorLanguage,
  fallback = language,
): string => names[language] ?? typeName(code, language) ?? names[fallback] ?? anyName(names) ?? code

/** @param fallback the tenant's first visitor language */
export const nameOfIssue = (
  code: string,
  names: Names,
  language: VisitorLanguage,
  fallback = language,
): string => names[language] ?? issueName(code, language) ?? names[fallback] ?? anyName(names) ?? code

const isStatusItemCode = (text: string): text is StatusItemCode =>
  (statusItemCodes as readonly string[]).includes(text)

/** A status item is stored as a code of the catalogue, or as the tenant's own name. */
export const nameOfStatusItem = (stored: string, language: VisitorLanguage): string =>
  isStatusItemCode(stored) ? statusItemName(stored, language) : stored
