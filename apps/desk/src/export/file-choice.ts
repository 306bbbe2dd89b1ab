/** Which kind of file an export is, kept on this device. */
import type { DeskLanguage } from '#desk-kit/lib/messages.ts'

export const fileKinds = ['xlsx', 'semicolon', 'comma'] as const
export type FileKind = (typeof fileKinds)[number]

export interface FileChoice {
  readonly kind: FileKind
  /** codes are followed by their words */
  readonly words: boolean
}

const place = 'wellkept.desk-export'

/** Spreadsheets split CSV at semicolons where decimals have commas. */
const usual = (language: DeskLanguage): FileChoice => ({
  kind: (1.5).toLocaleString(language).includes(',') ? 'semicolon' : 'comma',
  words: true,
})

const isKind = (value: unknown): value is FileKind => (fileKinds as readonly unknown[]).includes(value)

export const readFileChoice = (language: DeskLanguage): FileChoice => {
  const first = usual(language)
  try {
    const { kind, words } = JSON.parse(localStorage.getItem(place) ?? '{}') as Partial<FileChoice>
    return { kind: isKind(kind) ? kind : first.kind, words: typeof words === 'boolean' ? words : first.words }
  } catch {
    return first
  }
}

export const keepFileChoice = (choice: FileChoice): void => {
  try {
    localStorage.setItem(place, JSON.stringify(choice))
  } catch {
    // Without storage the dialog starts with the language's usual file.
  }
}
