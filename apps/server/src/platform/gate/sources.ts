/** Where a request comes from: the address that counts for limits, and a hash of it that nobody can turn back. */
import { createHmac, randomBytes } from 'node:crypto'
import ipaddr from 'ipaddr.js'
import type { Clock } from '../clock.ts'

export interface Sources {
  /**
   * The client's address: of the socket, or of X-Forwarded-For as far as its hops are trusted proxies.
   * IPv6 is cut to its /64.
   */
  address(socketAddress: string | undefined, forwardedFor: string | undefined): string
  /** HMAC under a random salt of the day that is only in memory; after its end nothing matches it any more. */
  hash(address: string): string
}

type Parsed = ReturnType<typeof ipaddr.process>

const parse = (text: string): Parsed | undefined => {
  try {
    return ipaddr.process(text.trim())
  } catch {
    return undefined
  }
}

const label = (address: Parsed): string => {
  if (address.kind() === 'ipv4') return address.toString()
  const parts = (address as ipaddr.IPv6).parts.slice(0, 4)
  return `${parts.map((part) => part.toString(16)).join(':')}::/64`
}

export const openSources = (trusted: readonly string[], clock: Clock): Sources => {
  const ranges = trusted.map((cidr) => ipaddr.parseCIDR(cidr))
  const isTrusted = (address: Parsed): boolean =>
    ranges.some(([range, bits]) => range.kind() === address.kind() && address.match(range as never, bits))
  let salt = randomBytes(32)
  let saltDay = ''
  return {
    address: (socketAddress, forwardedFor) => {
      let address = parse(socketAddress ?? '') ?? ipaddr.parse('0.0.0.0')
      if (ranges.length === 0 || !forwardedFor || !isTrusted(address)) return label(address)
      for (const hop of forwardedFor.split(',').reverse()) {
        const next = parse(hop)
        if (!next) break
        address = next
        if (!isTrusted(next)) break
      }
      return label(address)
    },
    hash: (address) => {
      const day = clock.now().toISOString().slice(0, 10)
      if (day !== saltDay) {
        salt = randomBytes(32)
        saltDay = day
      }
      return createHmac('sha256', salt).update(address).digest('base64url').slice(0, 22)
    },
  }
}
