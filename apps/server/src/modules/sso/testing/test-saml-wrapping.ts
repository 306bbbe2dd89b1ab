/** For tests: signature wrapping. `victim` is the account that the attacker wants. */
import type { SigningCertificate } from '#server/platform/crypto/certificate.ts'
import { assertionOf, responseOf, type SamlProvider, type Statement } from './test-saml-provider.ts'

export interface Material {
  /** what the provider says about the attacker */
  readonly say: Statement
  readonly victim: Statement
  readonly provider: SamlProvider
  readonly stranger: SigningCertificate
  good(say: Statement, of?: 'Response' | 'Assertion'): string
}

export interface Attack {
  /** the response, or the whole form */
  make(material: Material): string | { form: Record<string, string> | string }
  /** the reason shown to administrators */
  readonly reason?: RegExp
}

export const signatureOf = (xml: string): string => /<Signature[\s\S]*?<\/Signature>/.exec(xml)?.[0] ?? ''
export const assertionIn = (xml: string): string =>
  /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(xml)?.[0] ?? ''
const responseIn = (xml: string): string => /<samlp:Response[\s\S]*<\/samlp:Response>/.exec(xml)?.[0] ?? ''
export const without = (xml: string, part: string): string => xml.replace(part, '')
const inside = (tag: string, part: string): string =>
  tag.replace(/<\/(saml|samlp):(Assertion|Response)>$/, `${part}$&`)

const evilId = { assertionId: '_evil', responseId: '_evil_response' }

/** The eight variants of signature wrapping, XSW1 to XSW8. */
export const wrapping: Record<string, Attack> = {
  'XSW1: the signed response inside the signature of a forged response': {
    make: ({ say, victim, good }) => {
      const signed = good(say, 'Response')
      const signature = signatureOf(signed)
      const original = without(responseIn(signed), signature)
      const holding = signature.replace('</Signature>', `${original}</Signature>`)
      return responseOf({ ...victim, ...evilId }, holding + assertionOf({ ...victim, ...evilId }))
    },
    reason: /./,
  },
  'XSW2: the signed response beside the signature of a forged response': {
    make: ({ say, victim, good }) => {
      const signed = good(say, 'Response')
      const signature = signatureOf(signed)
      const original = without(responseIn(signed), signature)
      return responseOf(
        { ...victim, ...evilId },
        original + signature + assertionOf({ ...victim, ...evilId }),
      )
    },
    reason: /./,
  },
  'XSW3: a forged assertion before the signed one': {
    make: ({ say, victim, good }) => {
      const signed = assertionIn(good(say))
      return responseOf(say, assertionOf({ ...victim, ...evilId }) + signed)
    },
    reason: /exactly one assertion/,
  },
  'XSW4: the signed assertion inside a forged one': {
    make: ({ say, victim, good }) =>
      responseOf(say, inside(assertionOf({ ...victim, ...evilId }), assertionIn(good(say)))),
    reason: /exactly one assertion/,
  },
  'XSW5: the forged assertion carries the signature, the signed one stands behind': {
    make: ({ say, victim, good }) => {
      const signed = assertionIn(good(say))
      const signature = signatureOf(signed)
      const forged = inside(assertionOf({ ...victim, ...evilId }), signature)
      return responseOf(say, forged + without(signed, signature))
    },
    reason: /exactly one assertion/,
  },
  'XSW6: the signed assertion inside the signature of the forged one': {
    make: ({ say, victim, good }) => {
      const signed = assertionIn(good(say))
      const signature = signatureOf(signed)
      const holding = signature.replace('</Signature>', `${without(signed, signature)}</Signature>`)
      return responseOf(say, inside(assertionOf({ ...victim, ...evilId }), holding))
    },
    reason: /exactly one assertion/,
  },
  'XSW7: the forged assertion among extensions': {
    make: ({ say, victim, good }) =>
      responseOf(
        say,
        `<samlp:Extensions>${assertionOf({ ...victim, ...evilId })}</samlp:Extensions>${assertionIn(good(say))}`,
      ),
    reason: /exactly one assertion/,
  },
  'XSW8: the signed assertion inside an object of the signature': {
    make: ({ say, victim, good }) => {
      const signed = assertionIn(good(say))
      const signature = signatureOf(signed)
      const holding = signature.replace(
        '</Signature>',
        `<Object>${without(signed, signature)}</Object></Signature>`,
      )
      return responseOf(say, inside(assertionOf({ ...victim, ...evilId }), holding))
    },
    reason: /exactly one assertion/,
  },
  'a wrapped signature among extensions': {
    make: ({ say, victim, good }) => {
      const signed = assertionIn(good(say))
      const signature = signatureOf(signed)
      return responseOf(
        say,
        `<samlp:Extensions>${signature}</samlp:Extensions>${assertionOf({ ...victim, assertionId: '_assertion' })}`,
      )
    },
    reason: /wrong place/,
  },
  'a second signature among extensions, beside a good one': {
    make: ({ say, good }) => {
      const signed = assertionIn(good(say))
      return responseOf(say, `<samlp:Extensions>${signatureOf(signed)}</samlp:Extensions>${signed}`)
    },
    reason: /wrong place/,
  },
  'two elements of one ID': {
    make: ({ say, victim, good }) =>
      responseOf(say, assertionIn(good(say)) + assertionOf({ ...victim, assertionId: '_assertion' })),
    reason: /ID occurs twice/,
  },
  'an ID that is repeated under another name': {
    make: ({ good, say }) => good(say).replace('<samlp:Status>', '<samlp:Status Id="_assertion">'),
    reason: /ID occurs twice/,
  },
  'an assertion in another namespace beside the signed one': {
    make: ({ say, good }) =>
      responseOf(say, `<Assertion xmlns="urn:x" ID="_evil"/>${assertionIn(good(say))}`),
    reason: /exactly one assertion/,
  },
  'a signature that covers the response but says the assertion': {
    make: ({ say, good }) => good(say, 'Response').replace('URI="#_response"', 'URI="#_assertion"'),
    reason: /covers another element/,
  },
  'a signature over the whole document without naming it': {
    make: ({ say, good }) => good(say, 'Response').replace('URI="#_response"', 'URI=""'),
    reason: /covers another element/,
  },
  'two signatures on the assertion': {
    make: ({ say, good }) => {
      const signed = good(say)
      return signed.replace(signatureOf(signed), signatureOf(signed) + signatureOf(signed))
    },
    reason: /one signature/,
  },
  'a good signature of the assertion under a bad one of the response': {
    make: ({ say, good }) => {
      const one = good(say)
      const bad = signatureOf(good(say, 'Response'))
      return one.replace('<samlp:Status>', `${bad}<samlp:Status>`)
    },
    reason: /Invalid document signature/,
  },
}
