/** The upper bound: node:http that reads the request and answers the same bytes, without a database. */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const { status, headers, body } = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as {
  status: number
  headers: Record<string, string>
  body: string
}
const length = String(Buffer.byteLength(body))

const server = createServer((request, response) => {
  request.on('data', () => {})
  request.on('end', () => {
    response.writeHead(status, { ...headers, 'content-length': length })
    response.end(body)
  })
})
server.listen(0, '127.0.0.1', () => process.stdout.write(String((server.address() as AddressInfo).port)))
