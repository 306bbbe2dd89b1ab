/** The words of the amenities and their status items. */
import { wordSet } from '../../lib/words.ts'
import type en from './messages/en.ts'

export const amenityWords = wordSet<typeof en>(() =>
  import.meta.glob('./messages/*.ts', { import: 'default' }),
)
