/** The words of data and privacy. */
import { wordSet } from '../../lib/words.ts'
import type en from './messages/en.ts'

export const dataWords = wordSet<typeof en>(() => import.meta.glob('./messages/*.ts', { import: 'default' }))
