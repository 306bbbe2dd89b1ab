/**
 * Known devices: they have their own sign-in limit, so that somebody who uses up the limit of an email address
 * cannot lock out its owner. The cookie grants nothing and names nobody.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { Keys } from '../crypto/keys.ts'
import { cookieIn } from './cookies.ts'

export interface Devices {
  /**
   * The id of the known device; undefined if it is not known.
   * @param subject a verified email address, or the id of an account whose address is not verified
   */
  known(cookies: string | undefined, subject: string): string | undefined
  /** The Set-Cookie header that makes the device known for the subject; other subjects on it are kept. */
  remember(cookies: string | undefined, subject: string): string
}

const cookieName = 'wk_device'
/** people who share a device */
const maxPeople = 5
const lifetimeSeconds = 400 * 24 * 3600
const entry = /^([\w-]{22})([\w-]{43})$/

const entriesOf = (cookies: string | undefined): string[] => {
  const found = cookieIn(cookies, cookieName)
  return (found?.split('.') ?? []).filter((text) => entry.test(text)).slice(0, maxPeople)
}

export const openDevices = (keys: Keys, secure: boolean): Devices => {
  const macOf = (device: string, subject: string): string => keys.mac('device', `${device}\0${subject}`)
  const belongs = (text: string, subject: string): string | undefined => {
    const [, device = '', mac = ''] = entry.exec(text) ?? []
    const expected = Buffer.from(macOf(device, subject))
    const given = Buffer.from(mac)
    return given.length === expected.length && timingSafeEqual(given, expected) ? device : undefined
  }
  const known: Devices['known'] = (cookies, subject) => {
    for (const text of entriesOf(cookies)) {
      const device = belongs(text, subject)
      if (device) return device
    }
    return undefined
  }
  return {
    known,
    remember: (cookies, subject) => {
      const device = known(cookies, subject) ?? randomBytes(16).toString('base64url')
      const others = entriesOf(cookies).filter((text) => !belongs(text, subject))
      const value = [`${device}${macOf(device, subject)}`, ...others].slice(0, maxPeople).join('.')
      return `${cookieName}=${value}; Path=/api/auth; Max-Age=${lifetimeSeconds}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`
    },
  }
}
