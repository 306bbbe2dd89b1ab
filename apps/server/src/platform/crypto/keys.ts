/** Keys derived from the master secret, and references that only this service can have made. */
import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  hkdfSync,
  type KeyObject,
  timingSafeEqual,
} from 'node:crypto'
import { isUuid } from '../ids.ts'

export interface Keys {
  readonly signing: KeyObject
  readonly verifying: KeyObject
  /** Seals (tenant, id) of one kind into an unguessable token; nothing needs to be stored. */
  seal(kind: SealKind, tenantId: string, id: string): string
  /** Undefined when the token was not made here, for that kind. */
  unseal(kind: SealKind, token: string): { tenantId: string; id: string } | undefined
  /** Six digits that belong to a mailed link. */
  digits(tenantId: string, id: string): string
  mac(purpose: string, text: string): string
}

export type SealKind = 'tracking' | 'sign-in' | 'invitation' | 'reset' | 'subscription' | 'upload' | 'file'

const pkcs8Ed25519 = Buffer.from('302e020100300506032b657004220420', 'hex')
const macLength = 12

const uuidBytes = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex')
const bytesUuid = (bytes: Buffer): string => {
  const text = bytes.toString('hex')
  return `${text.slice(0, 8)}-${text.slice(8, 12)}-${text.slice(12, 16)}-${text.slice(16, 20)}-${text.slice(20)}`
}

export const deriveKeys = (secret: string): Keys => {
  const derive = (purpose: string): Buffer => Buffer.from(hkdfSync('sha256', secret, 'wellkept', purpose, 32))
  const signing = createPrivateKey({
    key: Buffer.concat([pkcs8Ed25519, derive('jwt')]),
    format: 'der',
    type: 'pkcs8',
  })
  const sealKey = derive('seal')
  const macOf = (kind: string, body: Buffer): Buffer =>
    createHmac('sha256', sealKey).update(kind).update('\0').update(body).digest()
  return {
    signing,
    verifying: createPublicKey(signing),
    seal: (kind, tenantId, id) => {
      const body = Buffer.concat([uuidBytes(id), uuidBytes(tenantId)])
      return Buffer.concat([body, macOf(kind, body).subarray(0, macLength)]).toString('base64url')
    },
    unseal: (kind, token) => {
      if (token.length !== 59 || !/^[\w-]+$/.test(token)) return undefined
      const bytes = Buffer.from(token, 'base64url')
      // A second spelling of the same bytes must not be a second token.
      if (bytes.length !== 32 + macLength || bytes.toString('base64url') !== token) return undefined
      const body = bytes.subarray(0, 32)
      if (!timingSafeEqual(bytes.subarray(32), macOf(kind, body).subarray(0, macLength))) return undefined
      const id = bytesUuid(body.subarray(0, 16))
      const tenantId = bytesUuid(body.subarray(16))
      return isUuid(id) && isUuid(tenantId) ? { tenantId, id } : undefined
    },
    digits: (tenantId, id) => {
      const mac = macOf('digits', Buffer.concat([uuidBytes(id), uuidBytes(tenantId)]))
      return String(mac.readUInt32BE(0) % 1_000_000).padStart(6, '0')
    },
    mac: (purpose, text) => macOf(purpose, Buffer.from(text)).toString('base64url'),
  }
}
