/** A type as stored, and as the API returns it. */

import {
  type IssueDefaults,
  isIssueCode,
  issueDefaults,
  statusItemCodes,
} from '#contracts/catalogue/amenity-types.ts'
import { issueName, statusItemName, typeName } from '#contracts/catalogue/names.ts'
import { type VisitorLanguage, visitorLanguages } from '#contracts/kit/vocabulary.ts'
import type {
  AmenityType,
  IssueCategory,
  NamesByLanguage,
  NamesInput,
} from '#contracts/places/amenity-types.ts'
import type { Priority } from '#contracts/records.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { invalid } from '#server/platform/errors.ts'
import { type Names, nameOfIssue, nameOfStatusItem, nameOfType } from './names.ts'

/** An issue category as stored; `names` hold the tenant's own names only. */
export interface StoredCategory {
  code: string
  names: Names
  icon: string
  priority: Priority
  skill: string | null
  safety: boolean
  retired: boolean
}

export interface TypeRow {
  id: string
  code: string
  icon: string
  names: Names
  categories: StoredCategory[]
  status_items: string[]
  position: number
  built_in: boolean
  created_at: Date
  version: number
  amenities: number
}

export const selectTypes = `select t.id, t.code, t.icon, t.names, t.categories, t.status_items, t.position, t.built_in, t.created_at, t.version,
    (select count(*) from amenity a where a.tenant_id = $1 and a.type = t.code and a.archived_at is null) as amenities
  from amenity_type t where t.tenant_id = $1`

/** The catalogue's names in every language, overridden by the tenant's. */
const withCatalogue = (
  known: (language: VisitorLanguage) => string | undefined,
  own: Names,
): NamesByLanguage =>
  Object.fromEntries(
    visitorLanguages.flatMap((language) => {
      const name = own[language] ?? known(language)
      return name === undefined ? [] : [[language, name]]
    }),
  )

const presentCategory = (category: StoredCategory, language: VisitorLanguage): IssueCategory => ({
  code: category.code,
  name: nameOfIssue(category.code, category.names, language),
  names: withCatalogue((each) => issueName(category.code, each), category.names),
  icon: category.icon,
  priority: category.priority,
  skill: category.skill,
  safety: category.safety,
  retired: category.retired,
})

/** @param language the tenant's first visitor language */
export const presentType = (row: TypeRow, language: VisitorLanguage): AmenityType => ({
  id: row.id,
  code: row.code,
  name: nameOfType(row.code, row.names, language),
  names: withCatalogue((each) => typeName(row.code, each), row.names),
  icon: row.icon,
  builtIn: row.built_in,
  position: row.position,
  categories: row.categories.map((category) => presentCategory(category, language)),
  statusItems: row.status_items.map((item) => nameOfStatusItem(item, language)),
  amenities: row.amenities,
  createdAt: row.created_at.toISOString(),
  version: row.version,
})

export const readTypes = (ctx: TenantContext): Promise<TypeRow[]> =>
  ctx.run<TypeRow>(selectTypes, [ctx.tenantId])

interface Named {
  readonly name?: string
  readonly names?: NamesInput
}

/**
 * The tenant's own names after a change, by language; names equal to the catalogue's are not stored.
 * @param known the catalogue's name of the code
 * @throws ServiceError VALIDATION_ERROR at `path` if no name is left, including the catalogue's
 */
export const ownNames = (
  before: Names,
  { name, names = {} }: Named,
  language: VisitorLanguage,
  known: (language: VisitorLanguage) => string | undefined,
  path: string,
): Names => {
  const all = { ...before, ...names, ...(name === undefined ? {} : { [language]: name }) }
  const own = visitorLanguages.flatMap((each) => {
    const said = all[each] ?? undefined
    return said === undefined || said === known(each) ? [] : [[each, said] as const]
  })
  if (own.length === 0 && known(language) === undefined)
    throw invalid(path, 'is required in at least one language')
  return Object.fromEntries(own)
}

export interface CategoryInput extends Named {
  readonly code: string
  readonly icon?: string
  readonly priority?: Priority
  readonly skill?: string | null
  readonly safety?: boolean
}

const usual: IssueDefaults = { priority: 'MEDIUM', skill: 'FACILITY', safety: false, icon: 'dots' }

const otherCategory = (): StoredCategory => ({
  code: 'OTHER',
  names: {},
  ...issueDefaults.OTHER,
  retired: false,
})

const takeCategory = (
  input: CategoryInput,
  before: StoredCategory | undefined,
  language: VisitorLanguage,
  path: string,
): StoredCategory => {
  const known = (each: VisitorLanguage): string | undefined => issueName(input.code, each)
  const names = ownNames(before?.names ?? {}, input, language, known, `${path}.name`)
  const base = before ?? (isIssueCode(input.code) ? issueDefaults[input.code] : usual)
  return {
    code: input.code,
    names,
    icon: input.icon ?? base.icon,
    priority: input.priority ?? base.priority,
    skill: input.skill === undefined ? base.skill : input.skill,
    safety: input.safety ?? base.safety,
    retired: false,
  }
}

/**
 * The whole list after a change, in the given order, OTHER last; categories left out are retired and come after it.
 * @throws ServiceError VALIDATION_ERROR for a duplicate code, or a new one without a name
 */
export const categoriesAfter = (
  before: readonly StoredCategory[],
  inputs: readonly CategoryInput[],
  language: VisitorLanguage,
): StoredCategory[] => {
  const byCode = new Map(before.map((category) => [category.code, category]))
  const taken = new Map<string, StoredCategory>()
  for (const [index, input] of inputs.entries()) {
    const path = `body.categories.${index}`
    if (taken.has(input.code)) throw invalid(`${path}.code`, 'is in the list twice')
    taken.set(input.code, takeCategory(input, byCode.get(input.code), language, path))
  }
  const other = { ...(taken.get('OTHER') ?? byCode.get('OTHER') ?? otherCategory()), retired: false }
  taken.delete('OTHER')
  const gone = before
    .filter(({ code }) => code !== 'OTHER' && !taken.has(code))
    .map((category) => ({ ...category, retired: true }))
  return [...taken.values(), other, ...gone]
}

/** Names of the catalogue are stored as codes, so that they follow the tenant's language. */
export const storedItems = (names: readonly string[], language: VisitorLanguage): string[] =>
  names.map((name) => statusItemCodes.find((code) => statusItemName(code, language) === name) ?? name)
