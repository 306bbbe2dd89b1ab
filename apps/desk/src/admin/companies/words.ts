/** The words of the companies. */
import { wordSet } from '../../lib/words.ts'
import type en from './messages/en.ts'

export const companyWords = wordSet<typeof en>(() =>
  import.meta.glob('./messages/*.ts', { import: 'default' }),
)
