/** The words of the overview of the set-up. */
import { wordSet } from '../lib/words.ts'
import type en from './messages/en.ts'

export const setupWords = wordSet<typeof en>(() => import.meta.glob('./messages/*.ts', { import: 'default' }))
