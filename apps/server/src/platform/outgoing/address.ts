/** Which addresses chosen by a tenant may be called: only public ones. */
import ipaddr from 'ipaddr.js'

/** @param address an IPv4 or IPv6 address without brackets */
export const isReachable = (address: string, allowLoopback: boolean): boolean => {
  let parsed: ReturnType<typeof ipaddr.parse>
  try {
    // Not process(): IPv4-mapped IPv6 addresses must be rejected, not converted.
    parsed = ipaddr.parse(address)
  } catch {
    return false
  }
  const range = parsed.range()
  if (range === 'loopback') return allowLoopback
  if (range !== 'unicast') return false
  // Only 2000::/3 is allocated; e.g. ::7f00:1 is not.
  return parsed.kind() === 'ipv4' || ((parsed as ipaddr.IPv6).parts[0] ?? 0) >> 13 === 1
}

const isLiteral = (hostname: string): boolean => hostname.startsWith('[') || ipaddr.isValid(hostname)

/** The host of a URL without brackets. */
export const bareHost = (hostname: string): string => hostname.replace(/^\[|\]$/g, '')

/** Names of private networks, whatever they resolve to. */
const ownNames =
  /(^|\.)(localhost|local|internal|intranet|lan|home|corp|private|home\.arpa|in-addr\.arpa|ip6\.arpa)$/

/**
 * Checks an address without resolving its name.
 * @param allowPrivate allows loopback, http and every port
 * @returns the URL, or a text that says what is wrong
 */
export const readAddress = (text: string, allowPrivate: boolean): URL | string => {
  // The URL parser would silently drop these characters.
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
