/** The words of sharing: links, mailings, grants. */
import { wordSet } from '../lib/words.ts'
import type en from './messages/en.ts'

export const sharingWords = wordSet<typeof en>(() =>
  import.meta.glob('./messages/*.ts', { import: 'default' }),
)
