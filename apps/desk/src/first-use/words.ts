/** The words of a first use. */
import { wordSet } from '../lib/words.ts'
import type en from './messages/en.ts'

export const firstUseWords = wordSet<typeof en>(() =>
  import.meta.glob('./messages/*.ts', { import: 'default' }),
)
