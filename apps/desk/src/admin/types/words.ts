/** The words of the types and issues. */
import { wordSet } from '../../lib/words.ts'
import type en from './messages/en.ts'

export const typeWords = wordSet<typeof en>(() => import.meta.glob('./messages/*.ts', { import: 'default' }))
