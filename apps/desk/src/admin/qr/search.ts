import { type SheetTemplate, sheetTemplates } from '#contracts/places/qr-codes.ts'
import { ids, one, pageNumber, text } from '#desk-kit/lib/search.ts'

export interface StudioSearch {
  readonly building?: string | undefined
  readonly batch?: string | undefined
  readonly codes?: string[] | undefined
  readonly template?: SheetTemplate | undefined
  readonly languages?: string[] | undefined
  readonly start?: number | undefined
}

const words = (value: unknown, pattern: RegExp): string[] | undefined => {
  const parts = Array.isArray(value) ? value.map(String) : typeof value === 'string' ? value.split(',') : []
  const found = parts.filter((part) => pattern.test(part))
  return found.length === 0 ? undefined : found
}

export const readStudio = (search: Record<string, unknown>): StudioSearch => ({
  building: ids(search.building)?.[0],
  batch: text(search.batch),
  codes: words(search.codes, /^[0-9A-Za-z-]{4,64}$/),
  template: one(search.template, sheetTemplates),
  languages: words(search.languages, /^[a-z]{2}$/),
  start: pageNumber(search.start),
})
