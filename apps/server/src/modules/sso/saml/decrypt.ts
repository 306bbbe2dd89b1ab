/**
 * Decrypts an encrypted assertion. Anybody can encrypt for this service, so encryption proves nothing; a signature on
 * the response or inside is required as always. Only AES-GCM and RSA-OAEP are accepted: with the older ones (CBC,
 * PKCS #1 v1.5) error answers reveal the plaintext.
 */
import { createRequire } from 'node:module'
import {
  allElements,
  assertionNs,
  attribute,
  childrenNamed,
  encryptionNs,
  onlyChild,
  signatureNs,
  type XmlElement,
  XmlFault,
} from './xml.ts'

const contentMethods = new Set([
  'http://www.w3.org/2009/xmlenc11#aes256-gcm',
  'http://www.w3.org/2009/xmlenc11#aes128-gcm',
])
export const keyMethod = 'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p'
const keyDigest = 'http://www.w3.org/2000/09/xmldsig#sha1'

type Decrypt = (
  xml: string,
  options: { key: string; disallowDecryptionWithInsecureAlgorithm: true },
  done: (error: unknown, text?: string) => void,
) => void

/** A dependency of node-saml without types. Loaded with the first encrypted answer. */
const load = (): Decrypt => (createRequire(import.meta.url)('xml-encryption') as { decrypt: Decrypt }).decrypt

export const isEncrypted = (root: XmlElement): boolean =>
  [...allElements(root)].some(({ name }) => /^encrypted/i.test(name))

/** The library searches its elements anywhere in the document, so each may occur once and only in its place. */
const assertPlaces = (root: XmlElement): void => {
  const holder = onlyChild(root, assertionNs, 'EncryptedAssertion')
  const data = onlyChild(holder, encryptionNs, 'EncryptedData')
  const info = onlyChild(data, signatureNs, 'KeyInfo')
  const key = onlyChild(info, encryptionNs, 'EncryptedKey')
  const values = [key, data].map((owner) =>
    onlyChild(onlyChild(owner, encryptionNs, 'CipherData'), encryptionNs, 'CipherValue'),
  )
  const all = [...allElements(root)]
  const count = (name: RegExp): number => all.filter((element) => name.test(element.name)).length
  const isPlain =
    holder?.children.length === 1 &&
    info?.children.length === 1 &&
    values.every((value) => value?.text !== undefined) &&
    count(/^encrypted/i) === 3 &&
    count(/^cipher/i) === 4 &&
    data?.children.map(({ name }) => name).join() === 'EncryptionMethod,KeyInfo,CipherData'
  if (!isPlain) throw new XmlFault('its encryption is malformed')
  const contentMethod = onlyChild(data, encryptionNs, 'EncryptionMethod')
  if (!contentMethods.has(attribute(contentMethod, 'Algorithm') ?? ''))
    throw new XmlFault('its content is not encrypted with AES-GCM')
  const method = onlyChild(key, encryptionNs, 'EncryptionMethod')
  if (attribute(method, 'Algorithm') !== keyMethod)
    throw new XmlFault('its key is not encrypted with RSA-OAEP (rsa-oaep-mgf1p)')
  const digests = childrenNamed(method, signatureNs, 'DigestMethod')
  const others = method?.children.length !== digests.length
  if (others || digests.length > 1 || digests.some((one) => attribute(one, 'Algorithm') !== keyDigest))
    throw new XmlFault('its key is encrypted with an unsupported variant of RSA-OAEP (SHA-1 is supported)')
}

/**
 * @param key PEM; undefined if this service published none
 * @returns the decrypted XML; throws XmlFault
 */
export const decryptAssertion = async (
  xml: string,
  root: XmlElement,
  key: string | undefined,
): Promise<string> => {
  assertPlaces(root)
  if (key === undefined) throw new XmlFault('it is encrypted, but no encryption certificate was published')
  // One error for every cause, so that it reveals nothing.
  const unreadable = new XmlFault('it could not be decrypted with the key of this organisation')
  return new Promise((resolve, reject) => {
    load()(xml, { key, disallowDecryptionWithInsecureAlgorithm: true }, (error, text) => {
      if (error || typeof text !== 'string') reject(unreadable)
      else resolve(text)
    })
  })
}
