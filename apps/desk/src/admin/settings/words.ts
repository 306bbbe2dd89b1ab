/** The words of the settings. */
import { wordSet } from '../../lib/words.ts'
import type en from './messages/en.ts'

export const settingsWords = wordSet<typeof en>(() =>
  import.meta.glob('./messages/*.ts', { import: 'default' }),
)
