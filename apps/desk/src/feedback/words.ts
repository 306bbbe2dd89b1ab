/** The words of the feedback. */
import { wordSet } from '../lib/words.ts'
import type en from './messages/en.ts'

export const feedbackWords = wordSet<typeof en>(() =>
  import.meta.glob('./messages/*.ts', { import: 'default' }),
)
