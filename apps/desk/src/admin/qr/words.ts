/** The words of the QR codes and the studio. */
import { wordSet } from '../../lib/words.ts'
import type en from './messages/en.ts'

export const qrWords = wordSet<typeof en>(() => import.meta.glob('./messages/*.ts', { import: 'default' }))
