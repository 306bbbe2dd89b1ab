/**
 * Like dns.lookup, but queries name servers directly: dns.lookup uses the few threads of the process, where names
 * with silent servers would block file access and password hashing.
 */
import { type LookupAddress, lookup } from 'node:dns'
import { Resolver } from 'node:dns/promises'

const patience = { timeout: 1500, tries: 2 }

export type Lookup = (
  hostname: string,
  options: { readonly all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

const notFound = (hostname: string): NodeJS.ErrnoException =>
  Object.assign(new Error(`${hostname} does not resolve`), { code: 'ENOTFOUND' })

/** @param withHostsFile also uses the hosts file, whose names lead into the machine's own network */
export const openLookup = (withHostsFile: boolean): Lookup => {
  const resolver = new Resolver(patience)
  const ask = async (hostname: string): Promise<LookupAddress[]> => {
    const [four, six] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
    const found = [
      ...(four.status === 'fulfilled' ? four.value.map((address) => ({ address, family: 4 })) : []),
      ...(six.status === 'fulfilled' ? six.value.map((address) => ({ address, family: 6 })) : []),
    ]
    if (found.length === 0) throw four.status === 'rejected' ? four.reason : notFound(hostname)
    return found
  }
  return (hostname, options, callback) => {
    ask(hostname.replace(/\.$/, '')).then(
      (found) => callback(null, found),
      (error: NodeJS.ErrnoException) => {
        if (withHostsFile) lookup(hostname, options, callback)
        else callback(error, [])
      },
    )
  }
}
