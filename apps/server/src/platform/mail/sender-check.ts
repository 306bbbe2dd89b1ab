/**
 * Checks the DNS records of the sender's domain: SPF (who may send), DKIM (signing keys) and DMARC (policy). It
 * runs in the background and is cached, so that no request waits for a name server.
 */
import { Resolver } from 'node:dns/promises'
import type { MailSetup, SenderState } from '#contracts/settings.ts'
import type { Clock } from '../clock.ts'

type Sender = MailSetup['sender']
type Checks = Pick<Sender, 'spf' | 'dkim' | 'dmarc'>

export interface SenderCheck {
  /** what is known now; starts a new check if that is older than ten minutes */
  current(): Sender
}

/** TXT records of a name, each in its parts; rejects with a code as node:dns does. */
export type ReadTexts = (name: string, signal: AbortSignal) => Promise<readonly (readonly string[])[]>

const patienceMs = 2000
const rememberedMs = 10 * 60_000

/** The signer chooses the selector of its key; these are those of common email services. */
const usualKeys = [
  'default',
  'mail',
  'dkim',
  's1',
  's2',
  'selector1',
  'selector2',
  'google',
  'k1',
  'fm1',
  'smtp',
]

const codeOf = (error: unknown): unknown => (error as { code?: unknown } | null)?.code

const readTexts: ReadTexts = async (name, signal) => {
  const resolver = new Resolver({ timeout: patienceMs, tries: 1 })
  const cancel = (): void => resolver.cancel()
  signal.addEventListener('abort', cancel)
  try {
    return await resolver.resolveTxt(name)
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}

/** @returns ENODATA: the name exists without TXT records */
const lookUp = async (
  read: ReadTexts,
  name: string,
  signal: AbortSignal,
): Promise<readonly string[] | 'ENODATA' | 'ENOTFOUND' | 'UNKNOWN'> => {
  try {
    return (await read(name, signal)).map((parts) => parts.join(''))
  } catch (error) {
    const code = codeOf(error)
    return code === 'ENODATA' || code === 'ENOTFOUND' ? code : 'UNKNOWN'
  }
}

const has = (found: Awaited<ReturnType<typeof lookUp>>, start: RegExp): SenderState =>
  found === 'UNKNOWN'
    ? 'UNKNOWN'
    : Array.isArray(found) && found.some((text) => start.test(text))
      ? 'FOUND'
      : 'MISSING'

/**
 * A name without records exists if there are names below it, here keys. Not every name server does this, so common
 * selectors are tried too.
 */
const lookForKey = async (read: ReadTexts, domain: string, signal: AbortSignal): Promise<SenderState> => {
  const above = await lookUp(read, `_domainkey.${domain}`, signal)
  if (above === 'UNKNOWN') return 'UNKNOWN'
  if (above !== 'ENOTFOUND') return 'FOUND'
  const found = await Promise.all(usualKeys.map((key) => lookUp(read, `${key}._domainkey.${domain}`, signal)))
  if (found.some((texts) => has(texts, /(^|;)\s*(v=DKIM1|k=|p=)/i) === 'FOUND')) return 'FOUND'
  return found.includes('UNKNOWN') ? 'UNKNOWN' : 'MISSING'
}

/** The policy may be that of the parent domain: example.org for mail.example.org. */
const lookForPolicy = async (read: ReadTexts, domain: string, signal: AbortSignal): Promise<SenderState> => {
  const own = has(await lookUp(read, `_dmarc.${domain}`, signal), /^v=DMARC1\b/i)
  const above = domain.split('.').slice(-2).join('.')
  if (own === 'FOUND' || above === domain) return own
  return has(await lookUp(read, `_dmarc.${above}`, signal), /^v=DMARC1\b/i)
}

/** All three checks within two seconds. */
export const checkSender = async (domain: string, read: ReadTexts = readTexts): Promise<Checks> => {
  const signal = AbortSignal.timeout(patienceMs)
  const late = new Promise<'UNKNOWN'>((resolve) =>
    signal.addEventListener('abort', () => resolve('UNKNOWN'), { once: true }),
  )
  const [spf, dkim, dmarc] = await Promise.all(
    [
      lookUp(read, domain, signal).then((found) => has(found, /^v=spf1\b/i)),
      lookForKey(read, domain, signal),
      lookForPolicy(read, domain, signal),
    ].map((check) => Promise.race([check, late])),
  )
  return { spf: spf ?? 'UNKNOWN', dkim: dkim ?? 'UNKNOWN', dmarc: dmarc ?? 'UNKNOWN' }
}

/** @returns null for a domain that only this machine or network knows */
export const domainOf = (from: string): string | null => {
  const domain = /@([^<>@\s]+?)>?$/.exec(from)?.[1]?.toLowerCase() ?? ''
  const isPublic = /^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z][a-z0-9-]+$/.test(domain)
  return isPublic && !/\.(localhost|local|internal|test|invalid|example)$/.test(domain) ? domain : null
}

const asking: Checks = { spf: 'ASKING', dkim: 'ASKING', dmarc: 'ASKING' }
const unknown: Checks = { spf: 'UNKNOWN', dkim: 'UNKNOWN', dmarc: 'UNKNOWN' }

export const openSenderCheck = (from: string, clock: Clock, read: ReadTexts = readTexts): SenderCheck => {
  const domain = domainOf(from)
  let known = asking
  let askedAt: number | undefined
  return {
    current: () => {
      if (domain === null) return { from, domain, ...unknown }
      const now = clock.now().getTime()
      if (askedAt === undefined || now - askedAt > rememberedMs) {
        askedAt = now
        void checkSender(domain, read).then((checks) => {
          known = checks
        })
      }
      return { from, domain, ...known }
    },
  }
}
