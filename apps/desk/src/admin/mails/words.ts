/** The words of notifications and mail. */
import { wordSet } from '../../lib/words.ts'
import type en from './messages/en.ts'

export const mailWords = wordSet<typeof en>(() => import.meta.glob('./messages/*.ts', { import: 'default' }))
