/**
 * A local push service with subscribed browsers, which decrypt messages (RFC 8291) and verify the sender (RFC
 * 8292).
 */
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { importJWK, jwtVerify } from 'jose'
import type { NewPushSubscription } from '#contracts/preferences.ts'
import type { PushPayload } from '../send.ts'

export interface ReceivedPush {
  readonly payload: PushPayload
  readonly bytes: number
  /** contact in the VAPID token */
  readonly subject: string | undefined
  /** base64url public key that signed the message */
  readonly signedBy: string
  readonly ttl: number
  readonly urgency: string
  readonly topic: string
}

export interface TestBrowser {
  readonly subscription: NewPushSubscription
  readonly received: ReceivedPush[]
  /** number of requests to the push service */
  readonly asked: number
  /** sets the push service's answer from now on; NEVER: no answer */
  answers(status: number | 'NEVER'): void
}

export interface TestPushService {
  readonly origin: string
  subscribe(): TestBrowser
  close(): Promise<void>
}

const derive = (secret: Buffer, salt: Buffer, info: string | Buffer, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length))

export const startPushService = async (): Promise<TestPushService> => {
  const takers = new Map<
    string,
    {
      status: number | 'NEVER'
      asked: number
      take(body: Buffer, headers: Record<string, string>): Promise<void>
    }
  >()
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const taker = takers.get(request.url ?? '')
    if (!taker) return void response.writeHead(404).end()
    taker.asked++
    if (taker.status === 'NEVER') return
    if (taker.status < 300) await taker.take(Buffer.concat(parts), request.headers as Record<string, string>)
    response.writeHead(taker.status).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const senderOf = async (authorization: string) => {
    const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? []
    const point = Buffer.from(key, 'base64url')
    const [x = '', y = ''] = [point.subarray(1, 33), point.subarray(33)].map((part) =>
      part.toString('base64url'),
    )
    const publicKey = await importJWK({ kty: 'EC', crv: 'P-256', x, y }, 'ES256')
    const { payload } = await jwtVerify(token, publicKey, {
      audience: origin,
      requiredClaims: ['exp', 'sub'],
    })
    return { subject: payload.sub, signedBy: key }
  }

  return {
    origin,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
    subscribe: () => {
      const path = `/push/${randomBytes(16).toString('hex')}`
      const own = createECDH('prime256v1')
      const point = own.generateKeys()
      const auth = randomBytes(16)
      const received: ReceivedPush[] = []
      const read = (body: Buffer): string => {
        const salt = body.subarray(0, 16)
        const keyLength = body.readUInt8(20)
        const sender = body.subarray(21, 21 + keyLength)
        const secret = derive(
          own.computeSecret(sender),
          auth,
          Buffer.concat([Buffer.from('WebPush: info\0'), point, sender]),
          32,
        )
        const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16)
        const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12)
        const sealed = body.subarray(21 + keyLength)
        const decipher = createDecipheriv('aes-128-gcm', key, nonce)
        decipher.setAuthTag(sealed.subarray(-16))
        const text = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
        // The last record is padded with a 2 and zeros.
        return text.subarray(0, text.lastIndexOf(2)).toString('utf8')
      }
      const taker = {
        status: 201 as number | 'NEVER',
        asked: 0,
        take: async (body: Buffer, headers: Record<string, string>) => {
          received.push({
            payload: JSON.parse(read(body)) as PushPayload,
            bytes: body.length,
            ...(await senderOf(headers.authorization ?? '')),
            ttl: Number(headers.ttl),
            urgency: headers.urgency ?? '',
            topic: headers.topic ?? '',
          })
        },
      }
      takers.set(path, taker)
      return {
        subscription: {
          endpoint: origin + path,
          keys: { p256dh: point.toString('base64url'), auth: auth.toString('base64url') },
        },
        received,
        get asked() {
          return taker.asked
        },
        answers: (status) => {
          taker.status = status
        },
      }
    },
  }
}
