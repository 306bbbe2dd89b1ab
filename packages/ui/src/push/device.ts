/**
 * Push notifications on this device. The browser has a single subscription, held by the service worker of the
 * technician's app, also if the desk creates it; with two, each notification would be shown twice.
 */
import type { Me } from '#contracts/auth.ts'
import type { NewPushSubscription } from '#contracts/preferences.ts'

/**
 * ON           this browser has a subscription
 * OFF          it can have one
 * BLOCKED      the person or the browser has denied permission
 * INSECURE     the page was loaded over plain http
 * HOME_SCREEN  iPhone or iPad: only the app on the Home Screen can have one
 * UNABLE       the browser does not support it
 */
export type PushState = 'ON' | 'OFF' | 'BLOCKED' | 'INSECURE' | 'HOME_SCREEN' | 'UNABLE'

const scope = '/app/work'
const place = 'wellkept.push'

/** The person whose notifications this browser shows, and the subscription's address. */
interface Kept {
  readonly owner: string
  readonly endpoint: string
}

const kept = (): Kept | undefined => {
  try {
    return (JSON.parse(localStorage.getItem(place) ?? 'null') as Kept | null) ?? undefined
  } catch {
    return undefined
  }
}

const keep = (value: Kept | undefined): void => {
  try {
    if (value) localStorage.setItem(place, JSON.stringify(value))
    else localStorage.removeItem(place)
  } catch {
    // Without storage, the person must switch it on again after the next sign-in.
  }
}

const isApple = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1)

const isInstalled = (): boolean => matchMedia('(display-mode: standalone)').matches

const registration = async (): Promise<ServiceWorkerRegistration | undefined> =>
  (await navigator.serviceWorker?.getRegistration(scope)) ?? undefined

const subscription = async (): Promise<PushSubscription | null> =>
  (await (await registration())?.pushManager?.getSubscription()) ?? null

export const pushState = async (): Promise<PushState> => {
  if (!isSecureContext) return 'INSECURE'
  if (!('serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis))
    return isApple() && !isInstalled() ? 'HOME_SCREEN' : 'UNABLE'
  if (Notification.permission === 'denied') return 'BLOCKED'
  return Notification.permission === 'granted' && (await subscription()) ? 'ON' : 'OFF'
}

/** Whether permission can still be asked for, without asking. */
export const mayAsk = (): boolean =>
  isSecureContext &&
  'PushManager' in globalThis &&
  'Notification' in globalThis &&
  Notification.permission === 'default'

/** The person or the browser has denied permission. */
export class PushRefused extends Error {}

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (sign) => sign.charCodeAt(0))
}

const isOfKey = (found: PushSubscription, publicKey: string): boolean => {
  const key = found.options?.applicationServerKey
  if (!key) return true
  const [own, wanted] = [new Uint8Array(key), bytesOf(publicKey)]
  return own.length === wanted.length && own.every((byte, at) => byte === wanted[at])
}

const subscribe = async (publicKey: string): Promise<NewPushSubscription> => {
  const worker =
    (await registration()) ??
    (await navigator.serviceWorker.register(`${scope}/sw.js?language=${document.documentElement.lang}`, {
      scope,
    }))
  const known = await worker.pushManager.getSubscription()
  // The service has a new key after a change of SECRET.
  if (known && !isOfKey(known, publicKey)) await known.unsubscribe()
  const made = await worker.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: bytesOf(publicKey),
  })
  const { endpoint = '', keys } = made.toJSON()
  return { endpoint, keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' } }
}

type Save = (subscription: NewPushSubscription) => Promise<unknown>
type Person = Pick<Me, 'pushKey'> & { readonly user: { readonly id: string } }

/**
 * Asks for permission, so call it only after a press.
 * @param save stores the subscription at the service
 * @throws PushRefused, or what the browser or `save` throws
 */
export const switchOn = async ({ pushKey, user }: Person, save: Save): Promise<void> => {
  if ((await Notification.requestPermission()) !== 'granted') throw new PushRefused()
  const made = await subscribe(pushKey)
  await save(made)
  keep({ owner: user.id, endpoint: made.endpoint })
}

/** Ends the browser's subscription; push services then answer that it is gone. */
export const switchOff = async (): Promise<void> => {
  keep(undefined)
  await (await subscription())?.unsubscribe()
}

/**
 * Saves the subscription again after a new sign-in, key or address, and ends that of another person on this browser.
 * @throws what the browser or `save` throws
 */
export const keepOn = async (
  me: Person & { readonly user: { readonly pushSubscriptions: readonly { readonly current: boolean }[] } },
  save: Save,
): Promise<void> => {
  const before = kept()
  if (!before) return
  if (before.owner !== me.user.id) return switchOff()
  if ((await pushState()) !== 'ON') return
  const found = await subscription()
  const isKnown = me.user.pushSubscriptions.some(({ current }) => current)
  if (found && isKnown && found.endpoint === before.endpoint && isOfKey(found, me.pushKey)) return
  const made = await subscribe(me.pushKey)
  await save(made)
  keep({ owner: me.user.id, endpoint: made.endpoint })
}

/** Messages of the service worker to the open pages. */
export type WorkerWord =
  /** a notification was shown, and the service confirmed its receipt */
  | { readonly kind: 'wellkept.shown'; readonly id: string }
  /** a notification was pressed: open this path */
  | { readonly kind: 'wellkept.open'; readonly path: string }

/** @returns a function that ends it */
export const onWorkerWord = (listener: (word: WorkerWord) => void): (() => void) => {
  const workers = navigator.serviceWorker
  if (!workers) return () => {}
  const listen = ({ data }: MessageEvent): void => {
    if (typeof data === 'object' && data !== null && String(data.kind).startsWith('wellkept.'))
      listener(data as WorkerWord)
  }
  workers.addEventListener('message', listen)
  workers.startMessages()
  return () => workers.removeEventListener('message', listen)
}
