/** The words of several places and the people who keep them. */
import { wordSet } from '../lib/words.ts'
import type en from './messages/en.ts'

export const houseWords = wordSet<typeof en>(() => import.meta.glob('./messages/*.ts', { import: 'default' }))
