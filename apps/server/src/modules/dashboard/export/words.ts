/** Words for codes, in a column of their own behind the codes, which stay as they are for programs. */
import { exportNames, type FileLanguage } from '#contracts/export-names.ts'
import { exportWords, wordsHeading } from '#contracts/export-words.ts'
import type { ExportColumn } from '#contracts/exports.ts'
import { type Names, nameOfType } from '#server/modules/places/amenity-types/public.ts'
import type { StaffContext } from '#server/platform/context.ts'
import type { Cell } from './csv.ts'

/** A column of the file; that of words has the column of its codes as `of`. */
export interface FileColumn {
  readonly heading: string
  readonly of: ExportColumn
}

export interface Layout {
  readonly columns: readonly FileColumn[]
  readonly layOut: (cells: Cell[]) => Cell[]
}

type Wording = (code: string) => string

const readTypeNames = async (ctx: StaffContext, language: FileLanguage): Promise<Wording> => {
  const rows = await ctx.run<{ code: string; names: Names }>(
    'select code, names from amenity_type where tenant_id = $1',
    [ctx.tenantId],
  )
  const names = new Map(rows.map(({ code, names: own }) => [code, nameOfType(code, own, language)]))
  return (code) => names.get(code) ?? code
}

const wordingOf = (column: ExportColumn, language: FileLanguage, typeName: Wording): Wording | undefined => {
  if (column === 'type') return typeName
  if (column === 'language') {
    const names = new Intl.DisplayNames(language, { type: 'language' })
    return (code) => names.of(code) ?? code
  }
  const words = exportWords[language][column]
  // A note may follow the code: `OTHER: under repair`.
  return words && ((code) => code.replace(/^[A-Z_]+/, (found) => words[found] ?? found))
}

/** @param withWords whether codes are followed by words; otherwise the file has the chosen columns only */
export const layoutOf = async (
  ctx: StaffContext,
  columns: readonly ExportColumn[],
  language: FileLanguage,
  withWords: boolean,
): Promise<Layout> => {
  const headings = exportNames[language]
  if (!withWords)
    return {
      columns: columns.map((of) => ({ heading: headings[of], of })),
      layOut: (cells) => cells,
    }
  const typeName = await readTypeNames(ctx, language)
  const wordings = columns.map((column) => wordingOf(column, language, typeName))
  const inWords = wordsHeading[language]
  return {
    columns: columns.flatMap((of, index) => [
      { heading: headings[of], of },
      ...(wordings[index] ? [{ heading: inWords(headings[of]), of }] : []),
    ]),
    layOut: (cells) =>
      cells.flatMap((cell, index): Cell[] => {
        const wording = wordings[index]
        if (!wording) return [cell]
        return [cell, typeof cell === 'string' ? wording(cell) : null]
      }),
  }
}
