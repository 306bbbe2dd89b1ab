/** The page of a sticker: bytes sent, and pages per second. */

import { request } from 'node:http'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Prepared, Service } from '#test/faults/service.ts'
import { httpRequest, runLoad } from './processes.ts'
import type { Line, Rounds } from './report.ts'
import { median, portOf, type Stage, withService } from './stage.ts'

interface Page {
  readonly status: number
  readonly encoding: string
  readonly bytes: Buffer
}

const fetchPage = (url: string, encoding: string): Promise<Page> =>
  new Promise((resolve, reject) => {
    request(
      url,
      { headers: { 'accept-encoding': encoding, accept: 'text/html', 'accept-language': 'en' } },
      (response) => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            encoding: response.headers['content-encoding'] ?? 'none',
            bytes: Buffer.concat(parts),
          }),
        )
      },
    )
      .on('error', reject)
      .end()
  })

const kb = (bytes: number): string => `${(bytes / 1024).toFixed(1)} KB`

const accepts = 'gzip, deflate, br'

/** Loads the pages of these codes for a few seconds, each visitor with its own address. */
const load = (service: Service, codes: readonly string[]): ReturnType<typeof runLoad> =>
  runLoad({
    port: portOf(service),
    connections: 64,
    seconds: 4,
    // Warm-up: each code is read and rendered once before it is cached.
    warmUpSeconds: 15,
    requests: codes.map((code) =>
      httpRequest('GET', `/q/${code}`, {
        'accept-encoding': accepts,
        'accept-language': 'en',
        'x-forwarded-for': '{address}',
      }),
    ),
  })

export const benchVisitorPage = async (
  stage: Stage,
  tenant: Prepared,
  { rounds, note }: Rounds,
): Promise<Line[]> => {
  const codes = tenant.places.map(({ qrCode }) => qrCode)
  const contestants = [
    {
      what: `Rate of /q/:code, ${codes.length} codes`,
      codes,
      rates: [] as number[],
      slowest: [] as number[],
    },
    { what: 'Rate of /q/:code, one code', codes: codes.slice(0, 1), rates: [], slowest: [] },
  ]
  let sizes = ''
  let travels = 0
  for (let round = 1; round <= rounds; round++) {
    note(`visitor page, round ${round} of ${rounds}`)
    await withService(stage, { ROLE: 'http' }, async (service) => {
      const plain = await fetchPage(`${service.url}/q/${codes[0]}`, 'identity')
      const packed = await fetchPage(`${service.url}/q/${codes[0]}`, accepts)
      if (plain.status !== 200) throw new Error(`The visitor page answers ${plain.status}`)
      travels = packed.bytes.length
      sizes = `${kb(plain.bytes.length)} plain, ${kb(packed.bytes.length)} as sent (${packed.encoding}); gzip would give ${kb(gzipSync(plain.bytes).length)}, brotli ${kb(brotliCompressSync(plain.bytes).length)}`
      for (const contestant of contestants) {
        const { perSecond, p99, statuses } = await load(service, contestant.codes)
        if (Object.keys(statuses).join() !== '200')
          throw new Error(`The visitor page answers ${JSON.stringify(statuses)}`)
        contestant.rates.push(perSecond)
        contestant.slowest.push(p99)
      }
    })
  }
  return [
    { what: 'Size of /q/:code', value: sizes, ratio: kb(travels), goal: '≤ 14 KB compressed' },
    ...contestants.map(({ what, rates, slowest }) => ({
      what,
      value: `${Math.round(median(rates))}/s, p99 ${median(slowest).toFixed(0)} ms`,
      ratio: '',
      goal: '≥ 3000/s, p99 ≤ 50 ms',
    })),
  ]
}
