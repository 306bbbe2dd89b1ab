/** What the lists of the administration may lack: the words of their filter. */
import { wordSet } from '../../lib/words.ts'
import type en from './messages/en.ts'

export const missingWords = wordSet<typeof en>(() =>
  import.meta.glob('./messages/*.ts', { import: 'default' }),
)
