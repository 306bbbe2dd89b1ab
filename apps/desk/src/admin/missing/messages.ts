/** What the lists of the administration may lack: the words of their filter. */
import { messageSet } from '../../lib/messages.ts'
import type en from './messages/en.ts'

export const missingMessages = messageSet<typeof en>(() =>
  import.meta.glob('./messages/*.ts', { import: 'default' }),
)
