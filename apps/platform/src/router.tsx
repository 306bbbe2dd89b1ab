/** The app of super admins: its screens, session and frame. */
import { superAdmins } from '#client/realms.ts'
import { createDesk } from '#desk-kit/shell/create-desk.tsx'
import { parts } from './frame/parts.tsx'
import { platformMessages } from './screens/messages.ts'
import { screens } from './screens.ts'
import { superAdminMe } from './session/me.ts'

export const desk = createDesk({
  realm: superAdmins,
  basepath: '/platform',
  signIn: '/platform/',
  me: superAdminMe,
  screens,
  messages: platformMessages,
  parts,
  sources: async () => (await import('./frame/sources.ts')).sources,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof desk.router
  }
}
