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
import { startLive } from '#desk-kit/lib/live.ts'
import { precacheDesk } from '#desk-kit/lib/precache.ts'
import { desk } from './router.tsx'

if (desk.start()) startLive()
void import('#desk-kit/lib/pushes.ts').then(({ followPushes }) => followPushes()).catch(() => undefined)
// Service workers exist on https and localhost only; without one the browser shows its own offline page.
navigator.serviceWorker?.register('/app/sw.js').catch(() => undefined)
// Loaded before `precacheDesk` collects the loaded chunks.
setTimeout(() => void import('./commands/commands.tsx').catch(() => undefined), 1500)
precacheDesk()
