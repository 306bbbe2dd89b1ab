/** The words of what may be done on Today. */
import { wordSet } from '../../lib/words.ts'
import type en from './messages/en.ts'

export const actWords = wordSet<typeof en>(() => import.meta.glob('./messages/*.ts', { import: 'default' }))
