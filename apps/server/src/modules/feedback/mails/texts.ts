import { mailTexts } from '#server/platform/mail/texts.ts'
import type en from './messages/en.ts'

export const texts = mailTexts<typeof en>(import.meta.url)
