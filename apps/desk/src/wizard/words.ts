/** The words of the set-up of a building. */
import { wordSet } from '../lib/words.ts'
import type en from './messages/en.ts'

export const wizardWords = wordSet<typeof en>(() =>
  import.meta.glob('./messages/*.ts', { import: 'default' }),
)
