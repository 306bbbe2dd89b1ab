/** The words of single sign-on. */
import { wordSet } from '../../lib/words.ts'
import type en from './messages/en.ts'

export const ssoWords = wordSet<typeof en>(() => import.meta.glob('./messages/*.ts', { import: 'default' }))
