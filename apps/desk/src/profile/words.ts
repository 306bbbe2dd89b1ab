/** The words of the own profile. */
import { wordSet } from '../lib/words.ts'
import type en from './messages/en.ts'

export const profileWords = wordSet<typeof en>(() =>
  import.meta.glob('./messages/*.ts', { import: 'default' }),
)
