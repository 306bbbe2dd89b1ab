/** Keys derived from the master secret, and sealed tokens that only this service can create. */
import {
  createCipheriv,
  createDecipheriv,
  createPrivateKey,
  createPublicKey,
  hash,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { isUuid } from '../ids.ts'

export interface Keys {
  readonly signing: { readonly id: string; readonly key: KeyObject }
  /** Public key by id; undefined if it is not or no longer ours. */
  verifying(id: string): KeyObject | undefined
  /** The pair that signs tokens of the platform's own people, so that no token of a tenant can become one. */
  readonly platform: Pick<Keys, 'signing' | 'verifying'>
  /** Seals (tenant, id) of one kind into an unguessable token that need not be stored. */
  seal(kind: SealKind, tenantId: string, id: string): string
  /** Undefined if the token was not created here for that kind. */
  unseal(kind: SealKind, token: string): { tenantId: string; id: string } | undefined
  /** The token under the first secret; undefined if it already is, or is invalid. */
  reseal(kind: SealKind, token: string): string | undefined
  /** A six-digit code for an emailed link. */
  digits(tenantId: string, id: string): string
  mac(purpose: string, text: string): string
  /** AES-256-GCM under a key for that purpose. */
  encrypt(purpose: string, text: string): string
  /** Undefined if it was not encrypted here for that purpose. */
  decrypt(purpose: string, sealed: string): string | undefined
  /** Re-encrypts under the first secret; undefined if it already is, or cannot be decrypted. */
  reencrypt(purpose: string, sealed: string): string | undefined
  /** whether a previous secret is set, under which data may still be encrypted */
  readonly rotating: boolean
}

export type SealKind =
  | 'tracking'
  | 'sign-in'
  | 'invitation'
  | 'reset'
  | 'subscription'
  | 'digest'
  | 'mailing'
  | 'task-link'
  | 'push-receipt'
  | 'upload'
  | 'file'
  | 'share-photo'
  | 'export'
  | 'sso-state'
  | 'sso-test'
  | 'sso-sign-in'

const pkcs8Ed25519 = Buffer.from('302e020100300506032b657004220420', 'hex')
const macLength = 12

/** Bytes of one or more concatenated UUIDs. */
const uuidBytes = (ids: string): Buffer => Buffer.from(ids.replaceAll('-', ''), 'hex')
const bytesUuid = (bytes: Buffer): string => {
  const text = bytes.toString('hex')
  return `${text.slice(0, 8)}-${text.slice(8, 12)}-${text.slice(12, 16)}-${text.slice(16, 20)}-${text.slice(20)}`
}

interface KeyPair {
  readonly signing: { readonly id: string; readonly key: KeyObject }
  readonly verifying: KeyObject
}

interface KeyRing extends KeyPair {
  readonly platform: KeyPair
  /** HMAC-SHA-256 of `kind`, a zero byte and `body` */
  mac(kind: string, body: Buffer): Buffer
  derive(purpose: string): Buffer
}

const blockLength = 64
const zero = Buffer.of(0)

/**
 * HMAC-SHA-256 (RFC 2104) with precomputed pads. Every submission needs one, and two plain hashes cost a quarter of
 * an Hmac object; a test compares the result with Node's.
 */
const macUnder = (key: Buffer): ((...parts: Buffer[]) => Buffer) => {
  const padded = (byte: number): Buffer => {
    const block = Buffer.alloc(blockLength, byte)
    for (const [at, value] of key.entries()) block[at] = value ^ byte
    return block
  }
  const inner = padded(0x36)
  /** reused buffer; filled and read synchronously */
  const outer = Buffer.concat([padded(0x5c), Buffer.alloc(32)])
  return (...parts) => {
    hash('sha256', Buffer.concat([inner, ...parts]), 'buffer').copy(outer, blockLength)
    return hash('sha256', outer, 'buffer')
  }
}

const keyPairOf = (seed: Buffer): KeyPair => {
  const key = createPrivateKey({ key: Buffer.concat([pkcs8Ed25519, seed]), format: 'der', type: 'pkcs8' })
  const verifying = createPublicKey(key)
  const id = hash('sha256', verifying.export({ format: 'der', type: 'spki' }), 'base64url').slice(0, 12)
  return { signing: { id, key }, verifying }
}

const keyRingOf = (secret: string): KeyRing => {
  const derive = (purpose: string): Buffer => Buffer.from(hkdfSync('sha256', secret, 'wellkept', purpose, 32))
  const under = macUnder(derive('seal'))
  return {
    ...keyPairOf(derive('jwt')),
    platform: keyPairOf(derive('jwt:platform')),
    mac: (kind, body) => under(Buffer.from(kind), zero, body),
    derive,
  }
}

const encryptUnder = (ring: KeyRing, purpose: string, text: string): string => {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', ring.derive(`encrypt:${purpose}`), nonce)
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')
}

const decryptUnder = (ring: KeyRing, purpose: string, sealed: string): string | undefined => {
  const bytes = Buffer.from(sealed, 'base64url')
  if (bytes.length < 28) return undefined
  const key = ring.derive(`encrypt:${purpose}`)
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), { authTagLength: 16 })
  decipher.setAuthTag(bytes.subarray(12, 28))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}

/**
 * @param secret the master secret, or two separated by a comma during rotation: the first one encrypts and signs,
 * both are accepted
 */
export const deriveKeys = (secret: string): Keys => {
  const [first = '', ...others] = secret.split(',')
  const current = keyRingOf(first)
  // guard: previous-key
  const rings = [current, ...others.slice(0, 1).map(keyRingOf)]
  const macOf = current.mac
  const decrypt = (among: readonly KeyRing[], purpose: string, sealed: string): string | undefined => {
    for (const ring of among) {
      const text = decryptUnder(ring, purpose, sealed)
      if (text !== undefined) return text
    }
    return undefined
  }
  const keys: Keys = {
    signing: current.signing,
    verifying: (id) => rings.find(({ signing }) => signing.id === id)?.verifying,
    platform: {
      signing: current.platform.signing,
      verifying: (id) => rings.find(({ platform }) => platform.signing.id === id)?.platform.verifying,
    },
    seal: (kind, tenantId, id) => {
      const body = uuidBytes(`${id}${tenantId}`)
      return Buffer.concat([body, macOf(kind, body).subarray(0, macLength)]).toString('base64url')
    },
    unseal: (kind, token) => {
      if (token.length !== 59 || !/^[\w-]+$/.test(token)) return undefined
      const bytes = Buffer.from(token, 'base64url')
      // Rejects other base64url spellings of the same bytes.
      if (bytes.length !== 32 + macLength || bytes.toString('base64url') !== token) return undefined
      const body = bytes.subarray(0, 32)
      const mac = bytes.subarray(32)
      // guard: seal
      if (!rings.some((ring) => timingSafeEqual(mac, ring.mac(kind, body).subarray(0, macLength))))
        return undefined
      const id = bytesUuid(body.subarray(0, 16))
      const tenantId = bytesUuid(body.subarray(16))
      return isUuid(id) && isUuid(tenantId) ? { tenantId, id } : undefined
    },
    reseal: (kind, token) => {
      const found = keys.unseal(kind, token)
      const fresh = found && keys.seal(kind, found.tenantId, found.id)
      return fresh === token ? undefined : fresh
    },
    digits: (tenantId, id) => {
      const mac = macOf('digits', Buffer.concat([uuidBytes(id), uuidBytes(tenantId)]))
      return String(mac.readUInt32BE(0) % 1_000_000).padStart(6, '0')
    },
    encrypt: (purpose, text) => encryptUnder(current, purpose, text),
    decrypt: (purpose, sealed) => decrypt(rings, purpose, sealed),
    reencrypt: (purpose, sealed) => {
      const text = decrypt(rings.slice(1), purpose, sealed)
      return text === undefined ? undefined : encryptUnder(current, purpose, text)
    },
    rotating: rings.length > 1,
    mac: (purpose, text) => macOf(purpose, Buffer.from(text)).toString('base64url'),
  }
  return keys
}
