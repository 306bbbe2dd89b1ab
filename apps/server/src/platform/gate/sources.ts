/** The client address, which limits count by, and its irreversible hash. */
import { hash } from 'node:crypto'
import { isIPv4 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import { cacheBounded } from '../bounded-cache.ts'
import type { Clock } from '../clock.ts'
import { dayNumberOf, dayOf, type SaltOf } from './salts.ts'

export interface Sources {
  /**
   * The client's address: that of the socket, or of X-Forwarded-For as far as its hops are trusted proxies. IPv6 is
   * cut to its /64.
   */
  address(socketAddress: string | undefined, forwardedFor: string | undefined): string
  /** Whether the connection comes from a trusted proxy. */
  trusts(socketAddress: string | undefined): boolean
  /** Hash under the salt of the day; all instances share it, and after that day nothing matches it. */
  hash(address: string): string | Promise<string>
}

/** The address for limits. */
export const addressOf = (sources: Sources, { socket, headers }: FastifyRequest): string => {
  const forwarded = headers['x-forwarded-for']
  return sources.address(socket.remoteAddress, typeof forwarded === 'string' ? forwarded : undefined)
}

type Parsed = ReturnType<typeof ipaddr.process>

/** Some proxies append the port. */
const withPort = /^(?:([\d.]+):\d+|\[([^\]]+)\](?::\d+)?)$/

const parse = (text: string): Parsed | undefined => {
  const plain = text.trim()
  const found = withPort.exec(plain)
  try {
    return ipaddr.process(found?.[1] ?? found?.[2] ?? plain)
  } catch {
    return undefined
  }
}

const label = (address: Parsed): string => {
  if (address.kind() === 'ipv4') return address.toString()
  // guard: one-network
  const parts = (address as ipaddr.IPv6).parts.slice(0, 4)
  return `${parts.map((part) => part.toString(16)).join(':')}::/64`
}

export const openSources = (trusted: readonly string[], clock: Clock, saltOf: SaltOf): Sources => {
  const ranges = trusted.map((cidr) => ipaddr.parseCIDR(cidr))
  const isTrusted = (address: Parsed): boolean =>
    ranges.some(([range, bits]) => range.kind() === address.kind() && address.match(range as never, bits))
  const labelOf = (text: string | undefined): string => {
    // Fast path, since this runs for each request.
    if (text !== undefined && isIPv4(text)) return text
    return label(parse(text ?? '') ?? ipaddr.parse('0.0.0.0'))
  }
  /** cache for the few proxies, since this runs for each request */
  const proxies = new Map<string, boolean>()
  const trusts = (socketAddress: string | undefined): boolean => {
    // guard: trusted-proxy
    if (ranges.length === 0 || socketAddress === undefined) return false
    const known = proxies.get(socketAddress)
    if (known !== undefined) return known
    const address = parse(socketAddress)
    const trusted = address !== undefined && isTrusted(address)
    cacheBounded(proxies, socketAddress, trusted, 1000)
    return trusted
  }
  /** the salt of today, once it is known */
  let today: { readonly number: number; readonly salt: string } | undefined
  /** Concurrent requests share one query. */
  const pendingSalts = new Map<string, Promise<string>>()
  const readSalt = (day: string): Promise<string> => {
    const salt = pendingSalts.get(day) ?? saltOf(day).finally(() => pendingSalts.delete(day))
    pendingSalts.set(day, salt)
    return salt
  }
  // A plain hash is as safe as an HMAC here, and cheaper: the salt has a fixed length and the result is cut.
  const under = (salt: string, address: string): string =>
    hash('sha256', salt + address, 'base64url').slice(0, 22)
  return {
    address: (socketAddress, forwardedFor) => {
      if (!forwardedFor || !trusts(socketAddress)) return labelOf(socketAddress)
      if (isIPv4(forwardedFor)) return forwardedFor
      let address = parse(socketAddress ?? '') ?? ipaddr.parse('0.0.0.0')
      for (const hop of forwardedFor.split(',').reverse()) {
        const next = parse(hop)
        if (!next) break
        address = next
        if (!isTrusted(next)) break
      }
      return label(address)
    },
    trusts,
    hash: (address) => {
      const now = clock.now()
      const number = dayNumberOf(now)
      if (today?.number === number) return under(today.salt, address)
      return readSalt(dayOf(now)).then((salt) => {
        today = { number, salt }
        return under(salt, address)
      })
    },
  }
}
