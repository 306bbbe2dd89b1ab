/** Which addresses the service may call when a tenant names them: those that anybody on the internet can reach. */
import ipaddr from 'ipaddr.js'

/** @param address an IPv4 or IPv6 address, as the resolver gives it or as it stands in a URL without brackets */
export const isReachable = (address: string, allowLoopback: boolean): boolean => {
  let parsed: ReturnType<typeof ipaddr.parse>
  try {
    // Not process(): an IPv4 address inside an IPv6 one stays what it is, and is refused.
    parsed = ipaddr.parse(address)
  } catch {
    return false
  }
  const range = parsed.range()
  if (range === 'loopback') return allowLoopback
  if (range !== 'unicast') return false
  // What lies outside 2000::/3 was never given to anybody, e.g. ::7f00:1.
  return parsed.kind() === 'ipv4' || ((parsed as ipaddr.IPv6).parts[0] ?? 0) >> 13 === 1
}

const isLiteral = (hostname: string): boolean => hostname.startsWith('[') || ipaddr.isValid(hostname)

/** The host of a URL as the resolver wants it. */
export const bareHost = (hostname: string): string => hostname.replace(/^\[|\]$/g, '')

/** Names that lead into somebody's own network, whatever the resolver says. */
const ownNames =
  /(^|\.)(localhost|local|internal|intranet|lan|home|corp|private|home\.arpa|in-addr\.arpa|ip6\.arpa)$/

/**
 * What can be told of an address without asking anybody.
 * @param allowPrivate opens loopback, http and every port
 * @returns the URL, or in words what is wrong with it
 */
export const readAddress = (text: string, allowPrivate: boolean): URL | string => {
  // The parser would drop these silently.
  if (/[\s\u0000-\u001f\u007f\\]/.test(text))
    return 'must be an address without spaces and control characters'
  if (!URL.canParse(text)) return 'must be an address such as https://login.example.com'
  const url = new URL(text)
  if (url.protocol !== 'https:' && !(allowPrivate && url.protocol === 'http:'))
    return 'must start with https://'
  if (url.username !== '' || url.password !== '' || /^[a-z]+:\/*[^/?#]*@/i.test(text))
    return 'must not hold a user name or a password'
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
  if (!allowPrivate && port !== 443 && port !== 8443 && port <= 1023)
    return 'must use port 443, 8443 or one above 1023'
  const host = url.hostname
  if (isLiteral(host))
    return isReachable(bareHost(host), allowPrivate) ? url : 'must be reachable from the internet'
  const name = host.replace(/\.$/, '')
  if (allowPrivate && /(^|\.)localhost$/.test(name)) return url
  if (!name.includes('.') || ownNames.test(name)) return 'must be reachable from the internet'
  return url
}
