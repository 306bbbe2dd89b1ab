/**
 * An S3 bucket for tests on loopback: path-style PUT, GET, HEAD, DELETE, lists and multipart uploads, and simulated
 * failures.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

export interface FakeS3 {
  readonly endpoint: string
  readonly objects: Map<string, { body: Buffer; contentType: string }>
  /** method and path of each request, in order */
  readonly requests: string[]
  /** incomplete multipart uploads */
  readonly unfinished: Map<string, Map<number, Buffer>>
  /** how requests are answered from now on: normally, with 503, not at all, or with an endless body */
  mood: 'well' | 'failing' | 'silent' | 'trickling'
  /** open connections with unfinished answers */
  hanging: number
  close(): Promise<void>
}

export async function startFakeS3(): Promise<FakeS3> {
  const objects: FakeS3['objects'] = new Map()
  const requests: string[] = []
  const unfinished: FakeS3['unfinished'] = new Map()

  /** Multipart uploads: create, upload part, complete, abort. */
  const answerParts = (
    request: IncomingMessage,
    { path, query, body }: { path: string; query: URLSearchParams; body: Buffer },
    response: ServerResponse,
  ): void => {
    const id = query.get('uploadId') ?? `upload-${unfinished.size + 1}`
    const parts = unfinished.get(id)
    if (query.has('uploads')) {
      unfinished.set(id, new Map())
      response.writeHead(200, { 'content-type': 'application/xml' })
      response.end(
        `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
      )
      return
    }
    if (!parts) {
      response
        .writeHead(404, { 'content-type': 'application/xml' })
        .end('<Error><Code>NoSuchUpload</Code></Error>')
      return
    }
    if (request.method === 'PUT') {
      parts.set(Number(query.get('partNumber')), body)
      response.writeHead(200, { etag: `"${query.get('partNumber')}"` }).end()
      return
    }
    unfinished.delete(id)
    if (request.method === 'DELETE') {
      response.writeHead(204).end()
      return
    }
    const whole = [...parts].sort(([a], [b]) => a - b).map(([, part]) => part)
    objects.set(path, { body: Buffer.concat(whole), contentType: 'application/zip' })
    response.writeHead(200, { 'content-type': 'application/xml' })
    response.end('<CompleteMultipartUploadResult><ETag>"0"</ETag></CompleteMultipartUploadResult>')
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://s3')
    const path = decodeURIComponent(pathname)
    requests.push(`${request.method} ${path}`)
    const body = Buffer.concat(await Array.fromAsync(request))
    if (fake.mood === 'silent') {
      hang(response)
      return
    }
    if (fake.mood === 'failing') {
      response.writeHead(503, { 'content-type': 'application/xml' })
      response.end('<Error><Code>SlowDown</Code><Message>Please reduce your request rate</Message></Error>')
      return
    }
    if (!request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 Credential=test-key/')) {
      response.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>')
      return
    }
    if (query.has('uploads') || query.has('uploadId')) {
      answerParts(request, { path, query, body }, response)
      return
    }
    if (query.has('list-type')) {
      const bucket = `${path.replace(/\/$/, '')}/`
      // Two keys to a page, so that a caller has to ask again.
      const keys = [...objects.keys()]
        .filter((key) => key.startsWith(bucket + (query.get('prefix') ?? '')))
        .slice(0, 2)
        .map((key) => `<Contents><Key>${key.slice(bucket.length)}</Key></Contents>`)
      response.writeHead(200, { 'content-type': 'application/xml' })
      response.end(`<ListBucketResult>${keys.join('')}</ListBucketResult>`)
      return
    }
    if (request.method === 'PUT') {
      objects.set(path, { body, contentType: request.headers['content-type'] ?? '' })
      response.writeHead(200, { etag: '"0"' }).end()
      return
    }
    if (request.method === 'DELETE') {
      objects.delete(path)
      response.writeHead(204).end()
      return
    }
    const found = objects.get(path)
    if (!found) {
      response.writeHead(404, { 'content-type': 'application/xml' })
      response.end(request.method === 'HEAD' ? undefined : '<Error><Code>NoSuchKey</Code></Error>')
      return
    }
    const { length } = found.body
    if (fake.mood === 'trickling') {
      response.writeHead(200, { 'content-type': found.contentType, 'content-length': length + 1 })
      response.write(found.body)
      hang(response)
      return
    }
    response.writeHead(200, { 'content-type': found.contentType, 'content-length': length })
    response.end(request.method === 'HEAD' ? undefined : found.body)
  }

  const hang = (response: ServerResponse) => {
    fake.hanging += 1
    response.on('close', () => {
      fake.hanging -= 1
    })
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The fake bucket has no port')

  const fake: FakeS3 = {
    endpoint: `http://127.0.0.1:${address.port}`,
    objects,
    requests,
    unfinished,
    mood: 'well',
    hanging: 0,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return fake
}
