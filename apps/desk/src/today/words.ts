/** The words of Today. */
import { wordSet } from '../lib/words.ts'
import type en from './messages/en.ts'

export const todayWords = wordSet<typeof en>(() => import.meta.glob('./messages/*.ts', { import: 'default' }))
