/** The words of the shifts. */
import { wordSet } from '../../lib/words.ts'
import type en from './messages/en.ts'

export const shiftWords = wordSet<typeof en>(() => import.meta.glob('./messages/*.ts', { import: 'default' }))
