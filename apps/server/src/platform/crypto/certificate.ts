/**
 * A self-signed X.509 certificate for a new RSA key, as SAML needs one to transport a public key. Identity
 * providers compare the key and check no chain. A few lines of DER replace a library for this one structure.
 */
import { generateKeyPair, randomBytes, sign } from 'node:crypto'
import { promisify } from 'node:util'

export interface SigningCertificate {
  /** PKCS#8 PEM */
  readonly privateKey: string
  /** PEM */
  readonly certificate: string
}

const lengthOf = (length: number): Buffer => {
  if (length < 128) return Buffer.from([length])
  const bytes = length < 256 ? [length] : [length >> 8, length & 255]
  return Buffer.from([0x80 | bytes.length, ...bytes])
}

const der = (tag: number, ...parts: readonly Uint8Array[]): Buffer => {
  const body = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([tag]), lengthOf(body.length), body])
}

const sequence = (...parts: readonly Uint8Array[]): Buffer => der(0x30, ...parts)
const object = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'))

const sha256WithRsa = sequence(object('2a864886f70d01010b'), der(0x05))
const commonName = object('550403')

/** YYYYMMDDHHMMSSZ as GeneralizedTime from 2050 on, UTCTime before (RFC 5280). */
const time = (at: Date): Buffer => {
  const digits = `${at.toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`
  return at.getUTCFullYear() < 2050 ? der(0x17, Buffer.from(digits.slice(2))) : der(0x18, Buffer.from(digits))
}

const years = 10

/** @param name the common name, e.g. the host of the service */
export const makeSigningCertificate = async (name: string, now: Date): Promise<SigningCertificate> => {
  const { publicKey, privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  const who = sequence(der(0x31, sequence(commonName, der(0x0c, Buffer.from(name.slice(0, 64))))))
  const serial = randomBytes(16)
  serial[0] = ((serial[0] ?? 0) & 0x3f) | 0x40
  const until = new Date(now)
  until.setUTCFullYear(until.getUTCFullYear() + years)
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, serial),
    sha256WithRsa,
    who,
    sequence(time(new Date(now.getTime() - 86_400_000)), time(until)),
    who,
    publicKey.export({ format: 'der', type: 'spki' }),
  )
  const signature = sign('sha256', body, privateKey)
  const whole = sequence(body, sha256WithRsa, der(0x03, Buffer.from([0]), signature))
  const lines = whole.toString('base64').match(/.{1,64}/g) ?? []
  return {
    privateKey: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
    certificate: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
  }
}
