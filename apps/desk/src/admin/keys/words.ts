/** The words of the API keys. */
import { wordSet } from '../../lib/words.ts'
import type en from './messages/en.ts'

export const keyWords = wordSet<typeof en>(() => import.meta.glob('./messages/*.ts', { import: 'default' }))
