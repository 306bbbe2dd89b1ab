/** The words of the routing rules. */
import { wordSet } from '../../lib/words.ts'
import type en from './messages/en.ts'

export const routingWords = wordSet<typeof en>(() =>
  import.meta.glob('./messages/*.ts', { import: 'default' }),
)
