/** The words of "Tell me when …". */
import { wordSet } from '../lib/words.ts'
import type en from './messages/en.ts'

export const viewAlertWords = wordSet<typeof en>(() =>
  import.meta.glob('./messages/*.ts', { import: 'default' }),
)
