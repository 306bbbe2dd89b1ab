/** Offline page: stands in for a page of the desk and reloads it when the service answers again. */
import '#desk-kit/styles/tokens.css'
import './offline.css'
import { offlineMessages } from '#desk-kit/lib/offline/messages.ts'

const seconds = 5
const own = '/app/offline'

const look = async (): Promise<void> => {
  try {
    const answer = await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(seconds * 1000) })
    if (!answer.ok) return
    // Opened by its own address, there is no page to reload.
    if (location.pathname === own) location.replace('/app/')
    else location.reload()
  } catch {
    // Still offline.
  }
}

const scheme = (): string | null => {
  try {
    return localStorage.getItem('mantine-color-scheme-value')
  } catch {
    return null
  }
}

const words = offlineMessages()
const { language, title, retry, today } = words
document.documentElement.lang = language
document.documentElement.dataset.mantineColorScheme = scheme() ?? 'auto'
document.title = title
const main = document.createElement('main')
const head = document.createElement('h1')
const paragraph = document.createElement('p')
const button = document.createElement('button')
head.textContent = title
// A page that was opened by its own address stands in for none.
paragraph.textContent = location.pathname === own ? words.text : words.notKept
button.textContent = retry
button.type = 'button'
button.addEventListener('click', look)
main.append(head, paragraph, button)
document.getElementById('root')?.append(main)

// Without a cached desk the link would lead back here.
void caches.match('/app/').then((kept) => {
  if (!kept || location.pathname === '/app/') return
  const link = document.createElement('a')
  link.href = '/app/'
  link.textContent = today
  main.append(link)
})

addEventListener('online', look)
document.addEventListener('visibilitychange', () => {
  if (!document.hidden) void look()
})
setInterval(() => {
  if (!document.hidden) void look()
}, seconds * 1000)
