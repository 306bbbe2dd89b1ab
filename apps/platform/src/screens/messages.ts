import { messageSet } from '#desk-kit/lib/messages.ts'
import type { Words } from '#i18n/texts.ts'
import type en from './messages/en.ts'

export const platformMessages = messageSet<typeof en>(() =>
  import.meta.glob('./messages/*.ts', { import: 'default' }),
)

declare module '#desk-kit/lib/language.tsx' {
  interface FrameMessages {
    readonly places: Words<typeof en>['places']
    readonly signIn: Words<typeof en>['signIn']
  }
}
