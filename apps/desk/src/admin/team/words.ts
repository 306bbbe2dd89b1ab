/** The words of the team. */
import { wordSet } from '../../lib/words.ts'
import type en from './messages/en.ts'

export const teamWords = wordSet<typeof en>(() => import.meta.glob('./messages/*.ts', { import: 'default' }))
