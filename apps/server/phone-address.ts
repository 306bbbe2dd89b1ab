/** Tells at the start which address phones in this network can open, where the configured one is this machine. */
import type { NetworkInterfaceInfo } from 'node:os'
import { isLoopbackName } from './src/platform/loopback.ts'

type Interfaces = Readonly<Record<string, readonly NetworkInterfaceInfo[] | undefined>>

/** Networks between containers and virtual machines, where there are no phones. */
const isVirtual = (name: string): boolean => /^(docker|br-|veth|virbr|cni|vmnet|vboxnet)/.test(name)

const addressesIn = (interfaces: Interfaces): string[] =>
  Object.entries(interfaces)
    .filter(([name]) => !isVirtual(name))
    .flatMap(([, list = []]) => list)
    .filter(
      ({ family, internal, address }) => family === 'IPv4' && !internal && !address.startsWith('169.254.'),
    )
    .map(({ address }) => address)

interface Listening {
  readonly host: string
  readonly port: number
  readonly baseUrl: string
}

/** @returns lines to print; none where phones can open BASE_URL */
export const phoneHelp = ({ host, port, baseUrl }: Listening, interfaces: Interfaces): string => {
  if (!isLoopbackName(new URL(baseUrl).hostname)) return ''
  const [first, ...others] = addressesIn(interfaces).map((address) => `http://${address}:${port}`)
  const cannot = `  Phones       cannot open ${baseUrl}, which stickers carry`
  if (first === undefined) return `${cannot}; this machine is in no network\n`
  const isClosed = isLoopbackName(host) || host === '::1'
  return `${cannot}; for this network start with
               ${isClosed ? 'HOST=0.0.0.0 ' : ''}BASE_URL=${first} npm start
${others.map((address) => `               or with ${address}\n`).join('')}`
}
