/** The words of the figures of feedback, amenities and buildings, of reports and of notes on days. */
import { wordSet } from '../lib/words.ts'
import type en from './messages/en.ts'

export const facilityWords = wordSet<typeof en>(() =>
  import.meta.glob('./messages/*.ts', { import: 'default' }),
)
