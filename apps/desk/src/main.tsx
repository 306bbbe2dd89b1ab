/** Entry of the desk app, for managers and administrators. */
import './styles/fonts.css'
import './styles/kit.css'
import './styles/tokens.css'
import './styles/base.css'
import './styles/frame.css'
import './styles/screen.css'
import './styles/palette.css'
import './styles/lists.css'
import './styles/forms.css'
import './styles/today.css'
import './styles/records.css'
import './styles/admin.css'
import './styles/access.css'
import './styles/print.css'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient, tokens, toSignIn } from './lib/api.ts'
import { currentUserQuery } from './lib/current-user.ts'
import { loadLocale, spokenLanguage } from './lib/language.tsx'
import { startLive } from './lib/live.ts'
import { includesRole } from './lib/me.ts'
import { precacheDesk } from './lib/precache.ts'
import { router } from './router.tsx'
import { Entry } from './shell/entry.tsx'
import { theme } from './styles/theme.ts'

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
void import('./lib/pushes.ts').then(({ followPushes }) => followPushes()).catch(() => undefined)
// Service workers exist on https and localhost only; without one the browser shows its own offline page.
navigator.serviceWorker?.register('/app/sw.js').catch(() => undefined)
// Loaded before `precacheDesk` collects the loaded chunks.
setTimeout(() => void import('./commands/commands.tsx').catch(() => undefined), 1500)
precacheDesk()
