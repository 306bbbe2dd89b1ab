/** The words of the buildings, their floors and the import. */
import { wordSet } from '../../lib/words.ts'
import type en from './messages/en.ts'

export const buildingWords = wordSet<typeof en>(() =>
  import.meta.glob('./messages/*.ts', { import: 'default' }),
)
