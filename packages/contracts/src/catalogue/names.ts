/** Built-in names in every visitor language. An app that needs one language imports that file alone. */
import type { VisitorLanguage } from '#contracts/kit/vocabulary.ts'
import type { OperationalState, ReportState } from '#contracts/records.ts'
import { type IssueCode, type StatusItemCode, statusItemCodes, type TypeCode } from './amenity-types.ts'
import { ar } from './names.ar.ts'
import { de } from './names.de.ts'
import { en } from './names.en.ts'
import { es } from './names.es.ts'
import { fr } from './names.fr.ts'
import { it } from './names.it.ts'
import { ja } from './names.ja.ts'
import { nl } from './names.nl.ts'
import { pl } from './names.pl.ts'
import { pt } from './names.pt.ts'
import { tr } from './names.tr.ts'
import { zh } from './names.zh.ts'
import type { CatalogueNames } from './names-shape.ts'

export const catalogueNames: Readonly<Record<VisitorLanguage, CatalogueNames>> = {
  en,
  de,
  fr,
  es,
  it,
  pt,
  nl,
  pl,
  tr,
  ar,
  zh,
  ja,
}

const own = (names: Readonly<Record<string, string>>, code: string): string | undefined =>
  Object.hasOwn(names, code) ? names[code] : undefined

/** Name of a built-in issue; undefined for a tenant's own, whose names its type carries. */
export function issueName(code: IssueCode, language: VisitorLanguage): string
export function issueName(code: string, language: VisitorLanguage): string | undefined
export function issueName(code: string, language: VisitorLanguage): string | undefined {
  return own(catalogueNames[language].issues, code)
}

/** Name of a built-in amenity type; undefined for a tenant's own. */
export function typeName(code: TypeCode, language: VisitorLanguage): string
export function typeName(code: string, language: VisitorLanguage): string | undefined
export function typeName(code: string, language: VisitorLanguage): string | undefined {
  return own(catalogueNames[language].types, code)
}

/** Name of a built-in status item, as a new amenity gets it. */
export const statusItemName = (code: StatusItemCode, language: VisitorLanguage): string =>
  catalogueNames[language].statusItems[code]

/** In every language, as amenities got them when they were made. */
const itemCodes = new Map(
  statusItemCodes.flatMap((code) =>
    Object.values(catalogueNames).map((names) => [names.statusItems[code].toLowerCase(), code] as const),
  ),
)

/** A status item that still has a name of the catalogue is called so in another language; the rest as the team called it. */
export const itemNameFor = (name: string, language: VisitorLanguage): string => {
  const code = itemCodes.get(name.toLowerCase())
  return code ? statusItemName(code, language) : name
}

/** What works and what does not, in words. */
export const stateName = (state: OperationalState, language: VisitorLanguage): string =>
  catalogueNames[language].states[state]

/** What visitors reported and what came of it, in words. */
export const reportName = (report: ReportState, language: VisitorLanguage): string =>
  catalogueNames[language].reports[report]
