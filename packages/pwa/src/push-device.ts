/** Push notifications on this device: of each realm one subscription, held by the service worker of its app. */
import { nameIn } from '#client/realm-names.ts'
import type { NewPushSubscription } from '#contracts/preferences.ts'
import type { PhoneApp } from './phone-app.ts'

/**
 * ON           this browser has a subscription
 * OFF          it can have one
 * BLOCKED      the person or the browser has denied permission
 * INSECURE     the page was loaded over plain http
 * HOME_SCREEN  iPhone or iPad: only the app on the Home Screen can have one
 * UNABLE       the browser does not support it
 */
export type PushState = 'ON' | 'OFF' | 'BLOCKED' | 'INSECURE' | 'HOME_SCREEN' | 'UNABLE'

/** The person whose notifications this browser shows, and the subscription's address. */
interface Kept {
  readonly owner: string
  readonly endpoint: string
}

const keptIn = (place: string): Kept | undefined => {
  try {
    return (JSON.parse(localStorage.getItem(place) ?? 'null') as Kept | null) ?? undefined
  } catch {
    return undefined
  }
}

const keepIn = (place: string, value: Kept | undefined): void => {
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

type Save = (subscription: NewPushSubscription) => Promise<unknown>
interface Person {
  /** public key of the service */
  readonly pushKey: string
  readonly user: { readonly id: string }
}
type KnownPerson = Person & {
  readonly user: { readonly pushSubscriptions: readonly { readonly current: boolean }[] }
}

export interface PushDevice {
  pushState(): Promise<PushState>
  /**
   * Asks for permission, so call it only after a press.
   * @param save stores the subscription at the service
   * @throws PushRefused, or what the browser or `save` throws
   */
  switchOn(person: Person, save: Save): Promise<void>
  /** Ends the browser's subscription; push services then answer that it is gone. */
  switchOff(): Promise<void>
  /**
   * Saves the subscription again after a new sign-in, key or address, and ends that of another person on this browser.
   * @throws what the browser or `save` throws
   */
  keepOn(person: KnownPerson, save: Save): Promise<void>
}

export const pushDeviceOf = ({ realm, home: scope }: PhoneApp): PushDevice => {
  const place = nameIn(realm, 'push')

  const registration = async (): Promise<ServiceWorkerRegistration | undefined> =>
    (await navigator.serviceWorker?.getRegistration(scope)) ?? undefined

  const subscription = async (): Promise<PushSubscription | null> =>
    (await (await registration())?.pushManager?.getSubscription()) ?? null

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

  const renew = async ({ pushKey, user }: Person, save: Save): Promise<void> => {
    const made = await subscribe(pushKey)
    await save(made)
    keepIn(place, { owner: user.id, endpoint: made.endpoint })
  }

  const pushState = async (): Promise<PushState> => {
    if (!isSecureContext) return 'INSECURE'
    if (!('serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis))
      return isApple() && !isInstalled() ? 'HOME_SCREEN' : 'UNABLE'
    if (Notification.permission === 'denied') return 'BLOCKED'
    return Notification.permission === 'granted' && (await subscription()) ? 'ON' : 'OFF'
  }

  const switchOff = async (): Promise<void> => {
    keepIn(place, undefined)
    await (await subscription())?.unsubscribe()
  }

  return {
    pushState,
    switchOff,
    switchOn: async (person, save) => {
      if ((await Notification.requestPermission()) !== 'granted') throw new PushRefused()
      await renew(person, save)
    },
    keepOn: async (me, save) => {
      const before = keptIn(place)
      if (!before) return
      if (before.owner !== me.user.id) return switchOff()
      if ((await pushState()) !== 'ON') return
      const found = await subscription()
      const isKnown = me.user.pushSubscriptions.some(({ current }) => current)
      if (found && isKnown && found.endpoint === before.endpoint && isOfKey(found, me.pushKey)) return
      await renew(me, save)
    },
  }
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
