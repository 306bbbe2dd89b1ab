import type { CallInput } from '#client/types.ts'
import { type getSettings, type MailName, mailLanguages, mailNames } from '#contracts/settings.ts'
import { one } from '#desk-kit/lib/search.ts'

export interface MailSearch {
  readonly mail?: MailName | undefined
  readonly language?: (typeof mailLanguages)[number] | undefined
}

export const readMails = (search: Record<string, unknown>): MailSearch => ({
  mail: one(search.mail, mailNames),
  language: one(search.language, mailLanguages),
})

export const askOfMails = ({ mail, language }: MailSearch): CallInput<typeof getSettings> => ({
  query: { mail: mail ?? mailNames[0], language },
})
