import { messageSet } from '#desk-kit/lib/messages.ts'
import type en from './messages/en.ts'

export const installationMessages = messageSet<typeof en>(() =>
  import.meta.glob('./messages/*.ts', { import: 'default' }),
)
