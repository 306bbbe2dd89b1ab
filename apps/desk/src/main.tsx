/** Entry of the desk app, for managers and administrators. */
import '#desk-kit/styles/fonts.css'
import '#desk-kit/styles/kit.css'
import '#desk-kit/styles/tokens.css'
import '#desk-kit/styles/base.css'
import '#desk-kit/styles/frame.css'
import '#desk-kit/styles/screen.css'
import '#desk-kit/styles/palette.css'
import '#desk-kit/styles/lists.css'
import '#desk-kit/styles/forms.css'
import '#desk-kit/styles/today.css'
import '#desk-kit/styles/records.css'
import '#desk-kit/styles/admin.css'
import '#desk-kit/styles/access.css'
import '#desk-kit/styles/print.css'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient, tokens, toSignIn } from '#desk-kit/lib/api.ts'
import { currentUserQuery } from '#desk-kit/lib/current-user.ts'
import { loadLocale, spokenLanguage } from '#desk-kit/lib/language.tsx'
import { startLive } from '#desk-kit/lib/live.ts'
import { includesRole } from '#desk-kit/lib/me.ts'
import { precacheDesk } from '#desk-kit/lib/precache.ts'
import { Entry } from '#desk-kit/shell/entry.tsx'
import { theme } from '#desk-kit/styles/theme.ts'
import { router } from './router.tsx'

const start = (): void => {
  const session = tokens.read()
  const root = document.getElementById('root')
  if (!session) toSignIn()
  else if (!includesRole(session.user.roles, 'MANAGER')) location.replace('/app/work')
  else if (root) {
    // User, texts, code and data load in parallel.
    void queryClient.prefetchQuery(currentUserQuery)
    void loadLocale(spokenLanguage()).catch(() => undefined)
    void router.load()
    startLive()
    createRoot(root).render(
      <StrictMode>
        {/* The content security policy forbids style elements; variables and classes come from our stylesheets. */}
        <MantineProvider
          theme={theme}
          defaultColorScheme="auto"
          withCssVariables={false}
          withGlobalClasses={false}
        >
          <QueryClientProvider client={queryClient}>
            <Entry>
              <RouterProvider router={router} />
            </Entry>
          </QueryClientProvider>
        </MantineProvider>
      </StrictMode>,
    )
  }
}

start()
void import('#desk-kit/lib/pushes.ts').then(({ followPushes }) => followPushes()).catch(() => undefined)
// Service workers exist on https and localhost only; without one the browser shows its own offline page.
navigator.serviceWorker?.register('/app/sw.js').catch(() => undefined)
// Loaded before `precacheDesk` collects the loaded chunks.
setTimeout(() => void import('./commands/commands.tsx').catch(() => undefined), 1500)
precacheDesk()
