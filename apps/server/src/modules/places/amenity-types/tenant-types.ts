/**
 * Amenity types for other modules: defaults of a new tenant, status items of a new amenity, and issues that visitors
 * may choose.
 */
import { builtInTypes } from '#contracts/catalogue/amenity-types.ts'
import { type VisitorLanguage, visitorLanguages } from '#contracts/kit/vocabulary.ts'
import type { Priority } from '#contracts/records.ts'
import { readSettings, tenantLanguage } from '#server/modules/settings/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { invalid } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { type Names, nameOfIssue, nameOfStatusItem, nameOfType } from './names.ts'
import type { TypeRow } from './stored-types.ts'

/** Names of built-in types and categories stay in the catalogue; a row's `names` hold the tenant's own names only. */
export const createBuiltInTypes = async (ctx: TenantContext): Promise<void> => {
  await ctx.db
    .insertInto('amenity_type')
    .values(
      builtInTypes.map((type, position) => ({
        tenant_id: ctx.tenantId,
        id: newId(ctx.now.getTime()),
        code: type.code,
        icon: type.icon,
        names: JSON.stringify({}),
        categories: JSON.stringify(type.issues.map((issue) => ({ ...issue, names: {}, retired: false }))),
        status_items: JSON.stringify(type.statusItems),
        position,
        built_in: true,
        created_at: ctx.now,
      })),
    )
    .execute()
}

/** Names of the status items of a new amenity by type, in the tenant's first language; "General" if a type has none. */
export const itemNamesOfTypes = async (ctx: TenantContext): Promise<(type: string) => string[]> => {
  const [rows, language] = await Promise.all([
    ctx.run<Pick<TypeRow, 'code' | 'status_items'>>(
      'select code, status_items from amenity_type where tenant_id = $1',
      [ctx.tenantId],
    ),
    tenantLanguage(ctx),
  ])
  const byCode = new Map(
    rows.map(({ code, status_items }) => [
      code,
      status_items.map((item) => nameOfStatusItem(item, language)),
    ]),
  )
  return (type) => {
    const names = byCode.get(type) ?? []
    return names.length > 0 ? names : [nameOfStatusItem('GENERAL', language)]
  }
}

/** Locks the types until the commit. @throws ServiceError VALIDATION_ERROR at `path` unless the tenant has them */
export const requireTypes = async (
  ctx: TenantContext,
  codes: readonly string[],
  path: string,
): Promise<void> => {
  const wanted = [...new Set(codes)]
  const rows = await ctx.run<{ code: string }>(
    'select code from amenity_type where tenant_id = $1 and code = any($2::text[]) for share',
    [ctx.tenantId, wanted],
  )
  const known = new Set(rows.map(({ code }) => code))
  const missing = wanted.find((code) => !known.has(code))
  if (missing !== undefined) throw invalid(path, `there is no amenity type ${missing}`)
}

/** Issues that visitors may choose at amenities of a type, and what they mean for the team. */
export interface TypeForVisitors {
  readonly code: string
  readonly icon: string
  readonly name: string
  /** in the order that visitors see, without retired ones; OTHER is last */
  readonly issues: readonly {
    readonly code: string
    readonly name: string
    readonly icon: string
    readonly priority: Priority
    readonly skill: string | null
    readonly safety: boolean
  }[]
}

/** A type in one language; undefined if the tenant does not have it. */
export const typeForVisitors = async (
  ctx: TenantContext,
  code: string,
  language: VisitorLanguage,
  fallback: VisitorLanguage = language,
): Promise<TypeForVisitors | undefined> => {
  const [row] = await ctx.run<Pick<TypeRow, 'code' | 'icon' | 'names' | 'categories'>>(
    'select code, icon, names, categories from amenity_type where tenant_id = $1 and code = $2',
    [ctx.tenantId, code],
  )
  if (!row) return undefined
  return {
    code: row.code,
    icon: row.icon,
    name: nameOfType(row.code, row.names, language, fallback),
    issues: row.categories
      .filter(({ retired }) => !retired)
      .map(({ code: issue, names, icon, priority, skill, safety }) => ({
        code: issue,
        name: nameOfIssue(issue, names, language, fallback),
        icon,
        priority,
        skill,
        safety,
      })),
  }
}

/** Issues that visitors may choose at amenities of each type. */
export const issuesByType = async (
  ctx: TenantContext,
): Promise<(type: string) => readonly { readonly code: string; readonly safety: boolean }[]> => {
  const rows = await ctx.run<Pick<TypeRow, 'code' | 'categories'>>(
    'select code, categories from amenity_type where tenant_id = $1',
    [ctx.tenantId],
  )
  const byType = new Map(
    rows.map(({ code, categories }) => [code, categories.filter(({ retired }) => !retired)]),
  )
  return (type) => byType.get(type) ?? []
}

/** Names of the tenant's types in its first visitor language, by code. */
export const namesOfTypes = async (ctx: TenantContext): Promise<(code: string) => string> => {
  const [rows, language] = await Promise.all([
    ctx.run<{ code: string; names: Names }>('select code, names from amenity_type where tenant_id = $1', [
      ctx.tenantId,
    ]),
    tenantLanguage(ctx),
  ])
  const byCode = new Map(rows.map(({ code, names }) => [code, nameOfType(code, names, language)]))
  return (code) => byCode.get(code) ?? code
}

/** For file importers: codes by the names that people write, and the time zone of new buildings. */
export const typeWords = async (ctx: TenantContext) => {
  const [rows, settings] = await Promise.all([
    ctx.run<{ code: string; names: Names }>('select code, names from amenity_type where tenant_id = $1', [
      ctx.tenantId,
    ]),
    readSettings(ctx),
  ])
  const language = settings.visitorLanguages[0] ?? 'en'
  const names = new Map(rows.map(({ code, names: own }) => [code, nameOfType(code, own, language)]))
  const codes = new Map(rows.map(({ code }) => [code.toLowerCase(), code]))
  for (const [code, name] of names) if (!codes.has(name.toLowerCase())) codes.set(name.toLowerCase(), code)
  return {
    timeZone: settings.profile.timeZone,
    words: {
      typeName: (code: string): string => names.get(code) ?? code,
      typeCode: (text: string): string | undefined =>
        codes.get(text.toLowerCase()) ?? codes.get(text.toLowerCase().replace(/[\s-]+/g, '_')),
    },
  }
}

/** Finds types by the names that people write in any language. */
export interface TypeFinder {
  /** by code or name; undefined if there is no such type */
  codeOf(text: string): string | undefined
  nameOf(code: string, language: VisitorLanguage): string
  readonly codes: readonly string[]
  /** issues that visitors may choose, in order */
  issuesOf(code: string): readonly string[]
}

export const findTypes = async (ctx: TenantContext): Promise<TypeFinder> => {
  const rows = await ctx.run<Pick<TypeRow, 'code' | 'names' | 'categories'>>(
    'select code, names, categories from amenity_type where tenant_id = $1 order by position, code',
    [ctx.tenantId],
  )
  const byCode = new Map(rows.map((row) => [row.code, row]))
  const codes = new Map<string, string>()
  const add = (text: string, code: string): void => {
    if (!codes.has(text.toLowerCase())) codes.set(text.toLowerCase(), code)
  }
  for (const { code } of rows) add(code, code)
  for (const { code, names } of rows) for (const name of Object.values(names)) if (name) add(name, code)
  for (const { code, names } of rows)
    for (const language of visitorLanguages) add(nameOfType(code, names, language), code)
  return {
    codeOf: (text) => codes.get(text.toLowerCase()) ?? codes.get(text.toLowerCase().replace(/[\s-]+/g, '_')),
    nameOf: (code, language) => nameOfType(code, byCode.get(code)?.names ?? {}, language),
    codes: rows.map(({ code }) => code),
    issuesOf: (code) =>
      (byCode.get(code)?.categories ?? []).flatMap((issue) => (issue.retired ? [] : [issue.code])),
  }
}
