/** The words of the escalation rules. */
import { wordSet } from '../../lib/words.ts'
import type en from './messages/en.ts'

export const escalationWords = wordSet<typeof en>(() =>
  import.meta.glob('./messages/*.ts', { import: 'default' }),
)
