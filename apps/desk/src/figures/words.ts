/** The words of the figures of work. */
import { wordSet } from '../lib/words.ts'
import type en from './messages/en.ts'

export const figureWords = wordSet<typeof en>(() =>
  import.meta.glob('./messages/*.ts', { import: 'default' }),
)
