/** The VAPID key pair (RFC 8292), shared by all instances. */
import { generateKeyPairSync } from 'node:crypto'
import type pg from 'pg'
import type { Keys } from '../crypto/keys.ts'

/** base64url of an uncompressed P-256 point and of its scalar. */
export interface PushKeys {
  /** `applicationServerKey` of the browser's `subscribe` */
  readonly publicKey: string
  readonly privateKey: string
}

export const pushKeyPurpose = 'push-key'

const newKeys = (): PushKeys => {
  const {
    x = '',
    y = '',
    d = '',
  } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({
    format: 'jwk',
  })
  const point = [Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]
  return { publicKey: Buffer.concat(point).toString('base64url'), privateKey: d }
}

/** Reads the keys from the database, or stores new ones. */
export const openPushKeys = async (database: pg.Pool, keys: Keys): Promise<PushKeys> => {
  const own = newKeys()
  const fresh = keys.encrypt(pushKeyPurpose, JSON.stringify(own))
  const ask = async (offered: string, instead: string | null): Promise<string> => {
    const { rows } = await database.query<{ sealed: string }>({
      name: 'push-key',
      text: 'select push_key_of($1, $2) as sealed',
      values: [offered, instead],
    })
    return rows[0]?.sealed ?? ''
  }
  const read = (sealed: string): PushKeys | undefined => {
    const text = keys.decrypt(pushKeyPurpose, sealed)
    return text === undefined ? undefined : (JSON.parse(text) as PushKeys)
  }
  const sealed = await ask(fresh, null)
  // Re-encrypted so that it survives the end of the previous SECRET.
  const renewed = keys.reencrypt(pushKeyPurpose, sealed)
  if (renewed !== undefined) return read(await ask(renewed, sealed)) ?? own
  // SECRET is lost, so the keys cannot be decrypted: new ones are stored, and devices subscribe again when they are
  // used.
  return read(sealed) ?? read(await ask(fresh, sealed)) ?? own
}
