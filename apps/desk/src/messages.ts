/** The words that every screen may say: the frame, forms, lists, choices, and the names of all screens. */
import { messageSet } from './lib/messages.ts'
import type en from './messages/en.ts'

export const deskMessages = messageSet<typeof en>(() =>
  import.meta.glob('./messages/*.ts', { import: 'default' }),
)
