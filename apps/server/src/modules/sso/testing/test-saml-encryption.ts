/** For tests: encrypts for a certificate as a provider or an attacker would, with the platform's cryptography. */
import { constants, createCipheriv, publicEncrypt, randomBytes, X509Certificate } from 'node:crypto'
import { assertionOf, responseOf } from './test-saml-provider.ts'
import { type Attack, type Material, signatureOf, without } from './test-saml-wrapping.ts'

const ciphers = {
  'http://www.w3.org/2009/xmlenc11#aes256-gcm': ['aes-256-gcm', 32, 12],
  'http://www.w3.org/2009/xmlenc11#aes128-gcm': ['aes-128-gcm', 16, 12],
  'http://www.w3.org/2001/04/xmlenc#aes256-cbc': ['aes-256-cbc', 32, 16],
  'http://www.w3.org/2001/04/xmlenc#aes128-cbc': ['aes-128-cbc', 16, 16],
  'http://www.w3.org/2001/04/xmlenc#tripledes-cbc': ['des-ede3-cbc', 24, 8],
} as const

const oaep = 'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p'
const sha1 = 'http://www.w3.org/2000/09/xmldsig#sha1'

export interface EncryptionOptions {
  readonly content?: keyof typeof ciphers
  readonly key?: string
  /** null: the element is left out */
  readonly digest?: string | null
  readonly padding?: 'oaep' | 'pkcs1'
  readonly hash?: string
  /** changes the encrypted bytes */
  readonly spoil?: (bytes: Buffer) => Buffer
}

/** @returns an EncryptedAssertion */
export const encryptFor = (
  certificate: string,
  text: string,
  {
    content = 'http://www.w3.org/2009/xmlenc11#aes256-gcm',
    key = oaep,
    digest = sha1,
    padding = 'oaep',
    hash = 'sha1',
    spoil = (bytes) => bytes,
  }: EncryptionOptions = {},
): string => {
  const [name, keyBytes, ivBytes] = ciphers[content]
  const secret = randomBytes(keyBytes)
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv(name as 'aes-256-gcm', secret, iv)
  const bytes = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final()])
  const whole = spoil(name.endsWith('gcm') ? Buffer.concat([bytes, cipher.getAuthTag()]) : bytes)
  const wrapped = publicEncrypt(
    {
      key: new X509Certificate(certificate).publicKey,
      ...(padding === 'oaep'
        ? { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: hash }
        : { padding: constants.RSA_PKCS1_PADDING }),
    },
    secret,
  )
  const method =
    digest === null
      ? `<xenc:EncryptionMethod Algorithm="${key}"/>`
      : `<xenc:EncryptionMethod Algorithm="${key}"><ds:DigestMethod Algorithm="${digest}"/></xenc:EncryptionMethod>`
  return `<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"><xenc:EncryptedData xmlns:xenc="http://www.w3.org/2001/04/xmlenc#" Type="http://www.w3.org/2001/04/xmlenc#Element"><xenc:EncryptionMethod Algorithm="${content}"/><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><xenc:EncryptedKey>${method}<xenc:CipherData><xenc:CipherValue>${wrapped.toString('base64')}</xenc:CipherValue></xenc:CipherData></xenc:EncryptedKey></ds:KeyInfo><xenc:CipherData><xenc:CipherValue>${whole.toString('base64')}</xenc:CipherValue></xenc:CipherData></xenc:EncryptedData></saml:EncryptedAssertion>`
}

export interface EncryptedMaterial extends Material {
  /** the certificate that the tenant published, and another tenant's */
  readonly own: string
  readonly foreign: string
}

export interface EncryptedAttack {
  make(material: EncryptedMaterial): string
  readonly reason: NonNullable<Attack['reason']>
}

const signed = ({ provider }: Material, text: string): string => provider.sign(text, { of: 'Assertion' })
const evil = { assertionId: '_evil' }
const by =
  (options: EncryptionOptions): EncryptedAttack['make'] =>
  (all) =>
    responseOf(all.say, encryptFor(all.own, signed(all, assertionOf(all.say)), options))
const flip = (bytes: Buffer): Buffer => {
  bytes[20] = (bytes[20] ?? 0) ^ 1
  return bytes
}
const inside = (assertion: string, part: string): string =>
  assertion.replace('</saml:Assertion>', `${part}$&`)

export const encryptedAttacks: Record<string, EncryptedAttack> = {
  'encrypted, but nowhere signed': {
    make: ({ victim, own }) => responseOf(victim, encryptFor(own, assertionOf(victim))),
    reason: /one signature/,
  },
  'encrypted for another tenant': {
    make: (all) => responseOf(all.say, encryptFor(all.foreign, signed(all, assertionOf(all.say)))),
    reason: /could not be decrypted/,
  },
  'encrypted for another tenant, in a signed response': {
    make: ({ say, foreign, provider }) =>
      provider.sign(responseOf(say, encryptFor(foreign, assertionOf(say))), { of: 'Response' }),
    reason: /could not be decrypted/,
  },
  'said to another tenant, and encrypted anew for this one': {
    make: (all) => {
      const elsewhere = { ...all.say, audience: 'https://feedback.test/sso/other/metadata' }
      return responseOf(all.say, encryptFor(all.own, signed(all, assertionOf(elsewhere))))
    },
    reason: /audience mismatch/,
  },
  'the key by PKCS #1 v1.5': {
    make: by({ key: 'http://www.w3.org/2001/04/xmlenc#rsa-1_5', padding: 'pkcs1', digest: null }),
    reason: /not encrypted with RSA-OAEP/,
  },
  'the key by PKCS #1 v1.5 that is called OAEP': {
    make: by({ padding: 'pkcs1' }),
    reason: /could not be decrypted/,
  },
  'OAEP with SHA-256': {
    make: by({ digest: 'http://www.w3.org/2001/04/xmlenc#sha256', hash: 'sha256' }),
    reason: /variant of RSA-OAEP/,
  },
  'OAEP of the newer standard': {
    make: by({ key: 'http://www.w3.org/2009/xmlenc11#rsa-oaep' }),
    reason: /not encrypted with RSA-OAEP/,
  },
  'AES-256 in CBC mode': {
    make: by({ content: 'http://www.w3.org/2001/04/xmlenc#aes256-cbc' }),
    reason: /AES-GCM/,
  },
  'AES-128 in CBC mode, in a signed response': {
    make: ({ say, own, provider }) => {
      const content = 'http://www.w3.org/2001/04/xmlenc#aes128-cbc'
      return provider.sign(responseOf(say, encryptFor(own, assertionOf(say), { content })), {
        of: 'Response',
      })
    },
    reason: /AES-GCM/,
  },
  'triple DES': {
    make: by({ content: 'http://www.w3.org/2001/04/xmlenc#tripledes-cbc' }),
    reason: /AES-GCM/,
  },
  'CBC that is called GCM': {
    make: (all) =>
      by({ content: 'http://www.w3.org/2001/04/xmlenc#aes256-cbc' })(all).replace(
        '2001/04/xmlenc#aes256-cbc',
        '2009/xmlenc11#aes256-gcm',
      ),
    reason: /could not be decrypted/,
  },
  'a bit that was changed': { make: by({ spoil: flip }), reason: /could not be decrypted/ },
  'a tag that was cut off': {
    make: by({ spoil: (bytes) => bytes.subarray(0, -12) }),
    reason: /could not be decrypted/,
  },
  'nothing but a tag': {
    make: by({ spoil: (bytes) => bytes.subarray(0, 4) }),
    reason: /could not be decrypted|well-formed|parsed/,
  },
  'signed by a stranger inside': {
    make: ({ victim, own, provider, stranger }) =>
      responseOf(
        victim,
        encryptFor(own, provider.sign(assertionOf(victim), { of: 'Assertion', key: stranger })),
      ),
    reason: /Invalid signature/,
  },
  'changed after it was signed, then encrypted': {
    make: (all) =>
      responseOf(
        all.say,
        encryptFor(all.own, signed(all, assertionOf(all.say)).replace(all.say.email, all.victim.email)),
      ),
    reason: /Invalid signature/,
  },
  'another encrypted assertion in a signed response': {
    make: ({ say, victim, own, provider }) => {
      const honest = encryptFor(own, assertionOf(say))
      return provider
        .sign(responseOf(say, honest), { of: 'Response' })
        .replace(honest.slice(honest.indexOf('<xenc:EncryptedData')), () => {
          const forged = encryptFor(own, assertionOf(victim))
          return forged.slice(forged.indexOf('<xenc:EncryptedData'))
        })
    },
    reason: /Invalid (document )?signature/,
  },
  'the signed assertion inside a forged one': {
    make: (all) => {
      const forged = assertionOf({ ...all.victim, ...evil })
      return responseOf(all.say, encryptFor(all.own, inside(forged, signed(all, assertionOf(all.say)))))
    },
    reason: /exactly one assertion/,
  },
  'the signed assertion inside the signature of a forged one': {
    make: (all) => {
      const whole = signed(all, assertionOf(all.say))
      const signature = signatureOf(whole)
      const holding = signature.replace('</Signature>', `<Object>${without(whole, signature)}</Object>$&`)
      const forged = assertionOf({ ...all.victim, ...evil }).replace('</saml:Issuer>', `$&${holding}`)
      return responseOf(all.say, encryptFor(all.own, forged))
    },
    reason: /exactly one assertion/,
  },
  'a forged assertion with the signature of an honest one': {
    make: (all) => {
      const signature = signatureOf(signed(all, assertionOf(all.say)))
      const forged = assertionOf({ ...all.victim, ...evil }).replace('</saml:Issuer>', `$&${signature}`)
      return responseOf(all.say, encryptFor(all.own, forged))
    },
    reason: /covers another element/,
  },
  'a signed assertion beside a forged encrypted one': {
    make: (all) =>
      responseOf(
        all.say,
        signed(all, assertionOf(all.say)) + encryptFor(all.own, assertionOf({ ...all.victim, ...evil })),
      ),
    reason: /exactly one assertion/,
  },
  'two encrypted assertions': {
    make: (all) => {
      const honest = encryptFor(all.own, signed(all, assertionOf(all.say)))
      return responseOf(all.say, honest + encryptFor(all.own, assertionOf({ ...all.victim, ...evil })))
    },
    reason: /malformed/,
  },
  'an encrypted assertion in an encrypted one': {
    make: (all) =>
      responseOf(all.say, encryptFor(all.own, encryptFor(all.own, signed(all, assertionOf(all.say))))),
    reason: /other than the assertion is encrypted/,
  },
  'an encrypted assertion that is not directly in the response': {
    make: (all) => responseOf(all.say, `<x>${encryptFor(all.own, signed(all, assertionOf(all.say)))}</x>`),
    reason: /malformed/,
  },
  'an encrypted name': {
    make: (all) => {
      const odd = inside(assertionOf(all.say), '<saml:EncryptedAttribute/>')
      return responseOf(all.say, encryptFor(all.own, signed(all, odd)))
    },
    reason: /other than the assertion is encrypted/,
  },
  'a response inside': {
    make: (all) => responseOf(all.say, encryptFor(all.own, all.good({ ...all.say, responseId: '_inner' }))),
    reason: /exactly one assertion/,
  },
  'the same ID inside and outside': {
    make: (all) =>
      responseOf(
        { ...all.say, responseId: '_assertion' },
        encryptFor(all.own, signed(all, assertionOf(all.say))),
      ),
    reason: /ID occurs twice/,
  },
  'a document type inside': {
    make: (all) =>
      responseOf(
        all.say,
        encryptFor(all.own, `<!DOCTYPE x [<!ENTITY w "v">]>${signed(all, assertionOf(all.say))}`),
      ),
    reason: /DOCTYPE/,
  },
  'a comment inside': {
    make: (all) => {
      const spoken = { ...all.say, nameId: 'victim<!---->.of.the.attacker' }
      return responseOf(all.say, encryptFor(all.own, signed(all, assertionOf(spoken))))
    },
    reason: /comment/,
  },
  'text that is no XML inside': {
    make: ({ say, own }) => responseOf(say, encryptFor(own, 'hello')),
    reason: /parsed|well-formed/,
  },
  'nothing inside': {
    make: ({ say, own }) => responseOf(say, encryptFor(own, '')),
    reason: /could not be decrypted|parsed|well-formed/,
  },
  'a second key': {
    make: (all) => {
      const one = by({})(all)
      const key = /<xenc:EncryptedKey>[\s\S]*<\/xenc:EncryptedKey>/.exec(one)?.[0] ?? ''
      return one.replace(key, key + key)
    },
    reason: /malformed/,
  },
  'a key elsewhere in the response': {
    make: (all) => by({})(all).replace('<samlp:Status>', '<CipherValue>AAAA</CipherValue>$&'),
    reason: /malformed/,
  },
  'content that is fetched from elsewhere': {
    make: (all) =>
      by({})(all).replace(
        /<xenc:CipherValue>[^<]*<\/xenc:CipherValue><\/xenc:CipherData><\/xenc:EncryptedData>/,
        '<xenc:CipherReference URI="http://127.0.0.1/"/></xenc:CipherData></xenc:EncryptedData>',
      ),
    reason: /malformed/,
  },
}
