/** The desk: its screens, session and frame. */
import { staffMe } from '#desk-kit/lib/current-user.ts'
import { includesRole } from '#desk-kit/lib/me.ts'
import { alertDialog } from '#desk-kit/list/views.tsx'
import { lazyComponent } from '#desk-kit/parts/lazy-component.tsx'
import { createDesk } from '#desk-kit/shell/create-desk.tsx'
import { causedEvents } from './frame/caused-events.ts'
import { parts } from './frame/parts.tsx'
import { deskMessages } from './screens/messages.ts'
import { cachedReads, screens } from './screens.ts'
import { realmOfTab } from './support-session.ts'

alertDialog.current = lazyComponent(async () => (await import('./view-alerts/dialog.tsx')).AlertDialog)

const realm = realmOfTab()

export const desk = createDesk({
  realm,
  basepath: '/app',
  signIn: '/app/sign-in',
  elsewhere: ({ user }) => (includesRole(user.roles, 'MANAGER') ? undefined : '/app/work'),
  me: staffMe,
  screens,
  messages: deskMessages,
  parts,
  sources: async () => (await import('./frame/sources.ts')).sources,
  causes: causedEvents,
  // Nothing that support reads stays on its device.
  cachedReads: realm.inTab ? [] : cachedReads,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof desk.router
  }
}
