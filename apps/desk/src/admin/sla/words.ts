/** The words of the SLA policies. */
import { wordSet } from '../../lib/words.ts'
import type en from './messages/en.ts'

export const slaWords = wordSet<typeof en>(() => import.meta.glob('./messages/*.ts', { import: 'default' }))
