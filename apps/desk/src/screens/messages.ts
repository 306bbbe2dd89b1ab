import { messageSet } from '#desk-kit/lib/messages.ts'
import type { Words } from '#i18n/texts.ts'
import type en from './messages/en.ts'

export const deskMessages = messageSet<typeof en>(() =>
  import.meta.glob('./messages/*.ts', { import: 'default' }),
)

declare module '#desk-kit/lib/language.tsx' {
  interface FrameMessages {
    readonly places: Words<typeof en>['places']
    readonly setup: Words<typeof en>['setup']
    readonly keyHelp: Words<typeof en>['keyHelp']
  }
}
