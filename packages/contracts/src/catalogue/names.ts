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

/** Name of a built-in issue category; undefined for one of the tenant, whose names are in its type. */
export function issueName(code: IssueCode, language: VisitorLanguage): string
export function issueName(code: string, language: VisitorLanguage): string | undefined
export function issueName(code: string, language: VisitorLanguage): string | undefined {
  return own(catalogueNames[language].issues, code)
}

/** Name of a built-in amenity type; undefined for one of the tenant. */
export function typeName(code: TypeCode, language: VisitorLanguage): string
export function typeName(code: string, language: VisitorLanguage): string | undefined
export function typeName(code: string, language: VisitorLanguage): string | undefined {
  return own(catalogueNames[language].types, code)
}

/** Name of a built-in status item, as a new amenity gets it. */
export const statusItemName = (code: StatusItemCode, language: VisitorLanguage): string =>
  catalogueNames[language].statusItems[code]

/** Names in every language, because amenities store the name in the language of their creation. */
const itemCodes = new Map(
  statusItemCodes.flatMap((code) =>
    Object.values(catalogueNames).map((names) => [names.statusItems[code].toLowerCase(), code] as const),
  ),
)

/** Translates the name of a built-in status item; a name that the team has changed stays. */
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
