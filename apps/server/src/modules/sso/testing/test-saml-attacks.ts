/** For tests: attacks on a valid response, other than signature wrapping. */
import { assertionOf, responseOf } from './test-saml-provider.ts'
import { type Attack, assertionIn, signatureOf, without, wrapping } from './test-saml-wrapping.ts'

const minutes = (at: Date, count: number): Date => new Date(at.getTime() + count * 60_000)

const changed: Record<string, Attack> = {
  'a name that was changed': {
    make: ({ say, good }) => good(say).replace('>subject-1<', '>victim<'),
    reason: /Invalid signature/,
  },
  'an address that was changed': {
    make: ({ say, victim, good }) => good(say).replace(`>${say.email}<`, `>${victim.email}<`),
    reason: /Invalid signature/,
  },
  'a comment in the NameID': {
    make: ({ say, good }) => good({ ...say, nameId: 'victim<!-- -->.of.the.attacker' }),
    reason: /comment/,
  },
  'a comment in the address': {
    make: ({ say, victim, good }) => good({ ...say, email: `${victim.email}<!---->.attacker.example` }),
    reason: /comment/,
  },
  'a comment put in after signing': {
    make: ({ say, good }) => good(say).replace('>subject-1<', '>subject<!---->-1<'),
    reason: /comment/,
  },
  'an instruction in the NameID': {
    make: ({ say, good }) => good({ ...say, nameId: 'victim<?x y?>.attacker' }),
    reason: /instruction/,
  },
  'CDATA in the NameID': {
    make: ({ say, good }) => good({ ...say, nameId: 'victim<![CDATA[.attacker]]>' }),
    reason: /./,
  },
  'an element in the NameID': {
    make: ({ say, good }) => good({ ...say, nameId: 'victim<saml:X>.attacker</saml:X>' }),
    reason: /usable NameID/,
  },
  'a document type': {
    make: ({ say, good }) => `<!DOCTYPE x>${good(say)}`,
    reason: /DOCTYPE/,
  },
  'a document type with an entity': {
    make: ({ say, good }) =>
      `<!DOCTYPE x [<!ENTITY who "victim">]>${good(say).replace('>subject-1<', '>&who;<')}`,
    reason: /DOCTYPE/,
  },
  'an entity from a file': {
    make: ({ say, good }) =>
      `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]>${good(say)}`,
    reason: /DOCTYPE/,
  },
  'an entity that nobody declared': {
    make: ({ say, good }) => good(say).replace('>subject-1<', '>&who;<'),
    reason: /well-formed|parsed/,
  },
}

const unsigned: Record<string, Attack> = {
  'no signature': {
    make: ({ victim }) => responseOf(victim, assertionOf(victim)),
    reason: /one signature/,
  },
  'a signature that was taken away': {
    make: ({ say, good }) => without(good(say), signatureOf(good(say))),
    reason: /one signature/,
  },
  'an empty signature': {
    make: ({ say, good }) =>
      good(say).replace(/<SignatureValue>[^<]*<\/SignatureValue>/, '<SignatureValue></SignatureValue>'),
    reason: /Invalid signature/,
  },
  'SHA-1': {
    make: ({ say, provider }) =>
      provider.sign(responseOf(say, assertionOf(say)), {
        of: 'Assertion',
        algorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1',
      }),
    reason: /SHA-256 or better/,
  },
  'a digest by SHA-1': {
    make: ({ say, provider }) =>
      provider.sign(responseOf(say, assertionOf(say)), {
        of: 'Assertion',
        digest: 'http://www.w3.org/2000/09/xmldsig#sha1',
      }),
    reason: /SHA-256 or better/,
  },
  'HMAC under the public certificate': {
    make: ({ say, good }) =>
      good(say).replace(
        'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
        'http://www.w3.org/2000/09/xmldsig#hmac-sha1',
      ),
    reason: /SHA-256 or better/,
  },
  'canonicalization with comments': {
    make: ({ say, provider }) =>
      provider.sign(responseOf(say, assertionOf(say)), {
        of: 'Assertion',
        canonicalization: 'http://www.w3.org/2001/10/xml-exc-c14n#WithComments',
      }),
    reason: /canonicalization/,
  },
  'a transform that hides': {
    make: ({ say, good }) =>
      good(say).replace(
        '<Transform Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"',
        '<Transform Algorithm="http://www.w3.org/TR/1999/REC-xpath-19991116"',
      ),
    reason: /transform/,
  },
  "another provider's key": {
    make: ({ victim, provider, stranger }) =>
      provider.sign(responseOf(victim, assertionOf(victim)), { of: 'Assertion', key: stranger }),
    reason: /Invalid signature/,
  },
  "another provider's key on the response": {
    make: ({ victim, provider, stranger }) =>
      provider.sign(responseOf(victim, assertionOf(victim)), { of: 'Response', key: stranger }),
    reason: /Invalid document signature/,
  },
  "another provider's key under our provider's certificate": {
    make: ({ victim, provider, stranger }) =>
      provider.sign(responseOf(victim, assertionOf(victim)), {
        of: 'Assertion',
        key: { privateKey: stranger.privateKey, certificate: provider.key.certificate },
      }),
    reason: /Invalid signature/,
  },
}

const misdirected: Record<string, Attack> = {
  'another audience': {
    make: ({ say, good }) => good({ ...say, audience: 'https://other.example.com/metadata' }),
    reason: /audience/,
  },
  'no audience': {
    make: ({ say, provider }) => {
      const xml = assertionOf(say).replace(/<saml:AudienceRestriction>.*<\/saml:AudienceRestriction>/, '')
      return provider.sign(responseOf(say, xml), { of: 'Assertion' })
    },
    reason: /[Aa]udience/,
  },
  'another recipient': {
    make: ({ say, good }) => good({ ...say, recipient: 'https://other.example.com/acs' }),
    reason: /recipient/,
  },
  'another destination': {
    make: ({ say, good }) => good({ ...say, destination: 'https://other.example.com/acs' }),
    reason: /destination/,
  },
  'no destination': {
    make: ({ say, good }) => good(say).replace(/ Destination="[^"]*"/, ''),
    reason: /destination/,
  },
  'another issuer': {
    make: ({ say, good }) => good({ ...say, issuer: 'https://evil.example.com/entity' }),
    reason: /another issuer/,
  },
  'another issuer of the assertion alone': {
    make: ({ say, provider }) =>
      provider.sign(responseOf(say, assertionOf({ ...say, issuer: 'https://evil.example.com' })), {
        of: 'Assertion',
      }),
    reason: /another issuer/,
  },
  'expired by more than a minute': {
    make: ({ say, good }) =>
      good({ ...say, notBefore: minutes(say.now, -9), notOnOrAfter: minutes(say.now, -1.1) }),
    reason: /expired|No valid subject confirmation/,
  },
  'not valid yet': {
    make: ({ say, good }) => good({ ...say, notBefore: minutes(say.now, 2) }),
    reason: /not (yet valid|valid yet)/,
  },
  'issued in the future': {
    make: ({ say, provider }) =>
      provider.sign(
        responseOf(
          say,
          assertionOf(say).replace(/IssueInstant="[^"]*"/, 'IssueInstant="2099-01-01T00:00:00Z"'),
        ),
        { of: 'Assertion' },
      ),
    reason: /future/,
  },
  'without an end': {
    make: ({ say, provider }) =>
      provider.sign(responseOf(say, assertionOf(say).replaceAll(/ NotOnOrAfter="[^"]*"/g, '')), {
        of: 'Assertion',
      }),
    reason: /no expiry|not a valid|NotOnOrAfter/,
  },
  'an end that is no time': {
    make: ({ say, provider }) =>
      provider.sign(
        responseOf(say, assertionOf(say).replaceAll(/ NotOnOrAfter="[^"]*"/g, ' NotOnOrAfter="never"')),
        {
          of: 'Assertion',
        },
      ),
    reason: /./,
  },
  'no conditions': {
    make: ({ say, provider }) =>
      provider.sign(responseOf(say, assertionOf(say).replace(/<saml:Conditions.*<\/saml:Conditions>/, '')), {
        of: 'Assertion',
      }),
    reason: /./,
  },
  'no confirmation': {
    make: ({ say, provider }) =>
      provider.sign(
        responseOf(
          say,
          assertionOf(say).replace(/<saml:SubjectConfirmation .*<\/saml:SubjectConfirmation>/, ''),
        ),
        { of: 'Assertion' },
      ),
    reason: /confirmation/,
  },
  'a confirmation by a key': {
    make: ({ say, provider }) =>
      provider.sign(responseOf(say, assertionOf(say).replace('cm:bearer', 'cm:holder-of-key')), {
        of: 'Assertion',
      }),
    reason: /confirmation/,
  },
  'a confirmation of another request': {
    make: ({ say, good }) => good({ ...say, confirmationInResponseTo: '_another' }),
    reason: /request|InResponseTo/,
  },
  'a name that changes each time': {
    make: ({ say, good }) =>
      good({ ...say, nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' }),
    reason: /transient/,
  },
  'nobody signed in': {
    make: ({ say, provider }) =>
      provider.sign(
        responseOf(say, assertionOf(say).replace(/<saml:AuthnStatement.*<\/saml:AuthnStatement>/, '')),
        { of: 'Assertion' },
      ),
    reason: /AuthnStatement/,
  },
  'a status that is not success': {
    make: ({ say, good }) => good({ ...say, status: 'Responder' }),
    reason: /Responder/,
  },
  'an unsolicited response': { make: ({ say, good }) => good({ ...say, inResponseTo: '' }) },
  'an invented request': { make: ({ say, good }) => good({ ...say, inResponseTo: `_${'A'.repeat(59)}` }) },
}

const malformed: Record<string, Attack> = {
  'no response': { make: () => ({ form: {} }) },
  'an empty response': { make: () => ({ form: { SAMLResponse: '' } }) },
  'bad base64': { make: ({ say, good }) => ({ form: { SAMLResponse: `*${btoa(good(say))}` } }) },
  'two responses': {
    make: ({ say, good }) => {
      const one = encodeURIComponent(btoa(good(say)))
      return { form: `SAMLResponse=${one}&SAMLResponse=${one}` }
    },
  },
  'bytes that are no text': {
    make: ({ say, good }) => ({
      form: {
        SAMLResponse: Buffer.concat([Buffer.from(good(say)), Buffer.from([0xff, 0xfe])]).toString('base64'),
      },
    }),
  },
  'no XML': { make: () => 'hello' },
  'XML that ends too soon': {
    make: ({ say, good }) => good(say).slice(0, -20),
    reason: /parsed|well-formed/,
  },
  'two documents': { make: ({ say, good }) => good(say) + good(say), reason: /parsed|well-formed/ },
  'a plain assertion that is called encrypted': {
    make: ({ say, good }) => good(say).replaceAll('saml:Assertion', 'saml:EncryptedAssertion'),
    reason: /encryption is malformed/,
  },
  'a logout response': {
    make: ({ say, good }) => good(say, 'Response').replaceAll('samlp:Response', 'samlp:LogoutResponse'),
    reason: /not a SAML response/,
  },
  'an assertion alone': { make: ({ say, good }) => assertionIn(good(say)) },
}

export const attacks: Record<string, Attack> = {
  ...wrapping,
  ...changed,
  ...unsigned,
  ...misdirected,
  ...malformed,
}
