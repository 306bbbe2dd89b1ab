/** The words of the audit log. */
import { wordSet } from '../../lib/words.ts'
import type en from './messages/en.ts'

export const auditWords = wordSet<typeof en>(() => import.meta.glob('./messages/*.ts', { import: 'default' }))
