/** Push notifications in the service worker: shows, confirms and opens them, also without an open page. */
import type { Built } from '../phone-app.ts'
import type { WorkerWord } from '../push-device.ts'

interface PushNote {
  readonly id: string
  readonly title: string
  readonly body: string
  readonly path: string
  readonly tag: string
  readonly language: string
  readonly urgent: boolean
  readonly receipt: string
}

interface Page {
  readonly url: string
  focus(): Promise<unknown>
  postMessage(word: WorkerWord): void
}

interface Shown {
  readonly data: { readonly id: string; readonly path: string } | null
  close(): void
}

export interface PushScope {
  readonly registration: {
    getNotifications(filter: { tag: string }): Promise<readonly Shown[]>
    showNotification(title: string, options: object): Promise<void>
  }
  readonly clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<readonly Page[]>
    openWindow(address: string): Promise<unknown>
  }
  addEventListener(
    type: 'push',
    listener: (event: {
      readonly data: { text(): string } | null
      waitUntil(done: Promise<unknown>): void
    }) => void,
  ): void
  addEventListener(
    type: 'notificationclick',
    listener: (event: { readonly notification: Shown; waitUntil(done: Promise<unknown>): void }) => void,
  ): void
}

type App = Pick<Built, 'home' | 'assets'>

const triesMs = [0, 3000, 10_000]

const read = (text: string | undefined): PushNote | undefined => {
  try {
    const note = JSON.parse(text ?? '') as PushNote
    return typeof note.title === 'string' && typeof note.receipt === 'string' ? note : undefined
  } catch {
    return undefined
  }
}

/** Confirms receipt, with retries, because without it the service sends an email. */
const confirm = async (receipt: string): Promise<boolean> => {
  for (const wait of triesMs) {
    await new Promise((resolve) => setTimeout(resolve, wait))
    const answer = await fetch(receipt, { method: 'POST', credentials: 'omit', keepalive: true }).catch(
      () => undefined,
    )
    if (answer && answer.status < 500 && answer.status !== 429) return answer.ok
  }
  return false
}

const pages = (scope: PushScope): Promise<readonly Page[]> =>
  scope.clients.matchAll({ type: 'window', includeUncontrolled: true })

const show = async (scope: PushScope, { assets }: App, text: string | undefined): Promise<void> => {
  const icon = `${assets}icon-192.png`
  const note = read(text)
  // Browsers may revoke the permission if a push shows no notification, so show a generic one.
  if (!note) return scope.registration.showNotification('Wellkept', { tag: 'wellkept', data: null, icon })
  const { id, title, body, path, tag, language, urgent, receipt } = note
  const before = await scope.registration.getNotifications({ tag })
  await scope.registration.showNotification(title, {
    body,
    tag,
    // A repeat of the same notification replaces it silently.
    renotify: !before.some(({ data }) => data?.id === id),
    lang: language,
    dir: 'auto',
    icon,
    requireInteraction: urgent,
    data: { id, path },
  })
  if (!(await confirm(receipt))) return
  for (const page of await pages(scope)) page.postMessage({ kind: 'wellkept.shown', id })
}

const isWithin = (home: string, path: string): boolean => path === home || path.startsWith(`${home}/`)

const open = async (scope: PushScope, { home }: App, { data }: Shown): Promise<void> => {
  const told = data?.path ?? home
  const path = [home, '/app', '/arena'].some((one) => isWithin(one, told)) ? told : home
  const page = isWithin(home, path)
    ? (await pages(scope)).find(({ url }) => isWithin(home, new URL(url).pathname))
    : undefined
  if (!page) return void (await scope.clients.openWindow(path))
  // Some browsers do not allow focus(); the page still navigates.
  await page.focus().catch(() => undefined)
  page.postMessage({ kind: 'wellkept.open', path })
}

export const listenForPushes = (scope: PushScope, app: App): void => {
  scope.addEventListener('push', (event) => {
    event.waitUntil(show(scope, app, event.data?.text()))
  })
  scope.addEventListener('notificationclick', (event) => {
    event.notification.close()
    event.waitUntil(open(scope, app, event.notification))
  })
}
