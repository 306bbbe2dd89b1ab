import { en, type Messages } from './en.ts'

export const ar: Messages = en
