/** Where a request comes from: the address that counts for limits, and a hash of it that nobody can turn back. */
import { hash, randomBytes } from 'node:crypto'
import { isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { Clock } from '../clock.ts'

export interface Sources {
  /**
   * The client's address: of the socket, or of X-Forwarded-For as far as its hops are trusted proxies.
   * IPv6 is cut to its /64.
   */
  address(socketAddress: string | undefined, forwardedFor: string | undefined): string
  /** Whether the connection comes from a proxy of ours, whose headers are believed. */
  trusts(socketAddress: string | undefined): boolean
  /** Under a random salt of the day that is only in memory; after its end nothing matches it any more. */
  hash(address: string): string
}

const dayMs = 24 * 3600_000

type Parsed = ReturnType<typeof ipaddr.process>

/** Some proxies write the port behind the address. */
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
  const parts = (address as ipaddr.IPv6).parts.slice(0, 4)
  return `${parts.map((part) => part.toString(16)).join(':')}::/64`
}

export const openSources = (trusted: readonly string[], clock: Clock): Sources => {
  const ranges = trusted.map((cidr) => ipaddr.parseCIDR(cidr))
  const isTrusted = (address: Parsed): boolean =>
    ranges.some(([range, bits]) => range.kind() === address.kind() && address.match(range as never, bits))
  const labelOf = (text: string | undefined): string => {
    // Nearly all are plain, and this is asked for each request.
    if (text !== undefined && isIPv4(text)) return text
    return label(parse(text ?? '') ?? ipaddr.parse('0.0.0.0'))
  }
  /** of the few proxies in front; their addresses are asked for each request */
  const proxies = new Map<string, boolean>()
  const trusts = (socketAddress: string | undefined): boolean => {
    if (ranges.length === 0 || socketAddress === undefined) return false
    const known = proxies.get(socketAddress)
    if (known !== undefined) return known
    const address = parse(socketAddress)
    const trusted = address !== undefined && isTrusted(address)
    if (proxies.size >= 1000) proxies.clear()
    proxies.set(socketAddress, trusted)
    return trusted
  }
  const freshSalt = (): string => randomBytes(32).toString('base64')
  let salt = freshSalt()
  let saltDay = 0
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
      const day = Math.floor(clock.now().getTime() / dayMs)
      if (day !== saltDay) {
        salt = freshSalt()
        saltDay = day
      }
      // The salt has a fixed length and the answer is cut, so a plain hash of both is as good as an HMAC, and cheaper.
      return hash('sha256', salt + address, 'base64url').slice(0, 22)
    },
  }
}
