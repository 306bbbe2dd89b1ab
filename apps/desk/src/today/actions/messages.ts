/** Message set of the actions on Today. */
import { messageSet } from '#desk-kit/lib/messages.ts'
import type en from './messages/en.ts'

export const actionMessages = messageSet<typeof en>(() =>
  import.meta.glob('./messages/*.ts', { import: 'default' }),
)
