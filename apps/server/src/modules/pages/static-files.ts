/** Serves built files: a fixed list that is read once; each is compressed on its first request. */
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/rss+xml; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.wasm': 'application/wasm',
  '.tgz': 'application/gzip',
}
const compressible = /^(text\/|application\/(json|manifest|wasm|rss\+xml)|image\/svg)/

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

interface StaticFile {
  readonly bytes: Buffer
  readonly type: string
  readonly packed: Map<string, Promise<Buffer>>
}

export interface StaticFiles {
  has(name: string): boolean
  text(name: string): string | undefined
  /** @returns false if there is no such file */
  send(
    request: FastifyRequest,
    reply: FastifyReply,
    name: string,
    headers?: Record<string, string>,
  ): Promise<boolean>
}

/** Encodings that the client accepts; q=0 is honoured. */
const encodingsOf = (header: string | string[] | undefined): (string | undefined)[] =>
  String(header ?? '')
    .split(',')
    .map((part) => part.trim().split(';'))
    .filter(([, weight]) => !/^\s*q=0(\.0+)?$/.test(weight ?? ''))
    .map(([name]) => name)

export const takesGzip = (header: string | string[] | undefined): boolean =>
  encodingsOf(header).includes('gzip')

/** The best encoding that the client accepts. */
const encodingFor = (header: string | string[] | undefined): 'br' | 'gzip' | undefined => {
  const offered = encodingsOf(header)
  if (offered.includes('br')) return 'br'
  return offered.includes('gzip') ? 'gzip' : undefined
}

export const compressed = (bytes: Buffer, encoding: 'br' | 'gzip'): Promise<Buffer> =>
  encoding === 'br' ? brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }) : zip(bytes)

/** Sends generated text, compressed if the client accepts it. */
export const sendText = async (
  request: FastifyRequest,
  reply: FastifyReply,
  type: string,
  text: string,
): Promise<void> => {
  const encoding = encodingFor(request.headers['accept-encoding'])
  const vary = reply.getHeader('vary')
  void reply
    .header('content-type', type)
    .header('vary', vary === undefined ? 'Accept-Encoding' : `${vary}, Accept-Encoding`)
  const bytes = Buffer.from(text)
  if (!encoding || bytes.length < 1024) {
    await reply.send(bytes)
    return
  }
  await reply.header('content-encoding', encoding).send(await compressed(bytes, encoding))
}

/** @param folder absolute; a missing one counts as empty */
export const readStaticFiles = (folder: string): StaticFiles => {
  const files = new Map<string, StaticFile>()
  if (existsSync(folder)) {
    for (const name of globSync('**/*', { cwd: folder })) {
      const file = path.join(folder, name)
      const type = types[path.extname(name)]
      if (type && statSync(file).isFile())
        files.set(name.replaceAll(path.sep, '/'), { bytes: readFileSync(file), type, packed: new Map() })
    }
  }
  return {
    has: (name) => files.has(name),
    text: (name) => files.get(name)?.bytes.toString('utf8'),
    send: async (request, reply, name, headers = {}) => {
      const file = files.get(name)
      if (!file) return false
      for (const [key, value] of Object.entries(headers)) void reply.header(key, value)
      void reply.header('content-type', file.type)
      const encoding = compressible.test(file.type)
        ? encodingFor(request.headers['accept-encoding'])
        : undefined
      if (!encoding) {
        await reply.send(file.bytes)
        return true
      }
      let packed = file.packed.get(encoding)
      if (!packed) {
        packed = compressed(file.bytes, encoding)
        file.packed.set(encoding, packed)
      }
      await reply
        .header('content-encoding', encoding)
        .header('vary', 'Accept-Encoding')
        .send(await packed)
      return true
    },
  }
}
