/** The words of the webhooks. */
import { wordSet } from '../../lib/words.ts'
import type en from './messages/en.ts'

export const webhookWords = wordSet<typeof en>(() =>
  import.meta.glob('./messages/*.ts', { import: 'default' }),
)
