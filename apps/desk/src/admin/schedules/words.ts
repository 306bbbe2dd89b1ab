/** The words of the schedules. */
import { wordSet } from '../../lib/words.ts'
import type en from './messages/en.ts'

export const scheduleWords = wordSet<typeof en>(() =>
  import.meta.glob('./messages/*.ts', { import: 'default' }),
)
