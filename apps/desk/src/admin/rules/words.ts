/** The words of the alert rules. */
import { wordSet } from '../../lib/words.ts'
import type en from './messages/en.ts'

export const ruleWords = wordSet<typeof en>(() => import.meta.glob('./messages/*.ts', { import: 'default' }))
