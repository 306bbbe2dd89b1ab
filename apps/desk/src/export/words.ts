/** The words of the dialog in which a list becomes a file. */
import { wordSet } from '../lib/words.ts'
import type en from './messages/en.ts'

export const exportWords = wordSet<typeof en>(() =>
  import.meta.glob('./messages/*.ts', { import: 'default' }),
)
