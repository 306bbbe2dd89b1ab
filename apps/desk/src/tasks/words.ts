/** The words of the tasks. */
import { wordSet } from '../lib/words.ts'
import type en from './messages/en.ts'

export const taskWords = wordSet<typeof en>(() => import.meta.glob('./messages/*.ts', { import: 'default' }))
