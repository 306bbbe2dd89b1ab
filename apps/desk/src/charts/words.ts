/** The words of the charts. */
import { wordSet } from '../lib/words.ts'
import type en from './messages/en.ts'

export const chartWords = wordSet<typeof en>(() => import.meta.glob('./messages/*.ts', { import: 'default' }))
