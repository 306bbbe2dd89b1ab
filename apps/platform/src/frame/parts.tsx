/** What the app of super admins puts into the frame around its screens. */
import { tokens } from '#desk-kit/lib/api.ts'
import { lazyComponent } from '#desk-kit/parts/lazy-component.tsx'
import type { FrameParts } from '#desk-kit/shell/frame-parts.ts'
import { SignIn } from '../session/sign-in.tsx'

export const parts = {
  Commands: lazyComponent(async () => (await import('./commands.tsx')).Commands),
  SignIn,
  useKeyHelp: () => [],
  signOut: async () => {
    tokens.clear()
    location.assign('/platform/')
  },
} satisfies Omit<FrameParts, 'useChoose'>
