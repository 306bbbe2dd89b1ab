/** The words of the people who do the work, their skills and what was handed back. */
import { wordSet } from '../../lib/words.ts'
import type en from './messages/en.ts'

export const operatorWords = wordSet<typeof en>(() =>
  import.meta.glob('./messages/*.ts', { import: 'default' }),
)
