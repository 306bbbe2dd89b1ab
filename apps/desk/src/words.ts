/** The words that every screen may say: the frame, forms, lists, choices, and the names of all screens. */
import { wordSet } from './lib/words.ts'
import type en from './messages/en.ts'

export const deskWords = wordSet<typeof en>(() => import.meta.glob('./messages/*.ts', { import: 'default' }))
