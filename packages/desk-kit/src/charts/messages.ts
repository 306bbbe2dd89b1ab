import { messageSet } from '../lib/messages.ts'
import type en from './messages/en.ts'

export const chartMessages = messageSet<typeof en>(() =>
  import.meta.glob('./messages/*.ts', { import: 'default' }),
)
