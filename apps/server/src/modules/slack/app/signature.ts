/** How Slack signs: HMAC of the time and the raw body, under each of our secrets. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { invalid } from '#server/platform/errors.ts'
import type { Signer } from '#server/platform/gate/auth/signed.ts'
import { parseJson } from '#server/platform/gate/body.ts'

const toleratedSeconds = 300
const longestBody = 1024 * 1024

type Headers = Readonly<Record<string, string | string[] | undefined>>

const textIn = (headers: Headers, name: string): string => {
  const value = headers[name]
  return typeof value === 'string' ? value : ''
}

const signatureOf = (secret: string, time: string, raw: Buffer): Buffer =>
  Buffer.from(`v0=${createHmac('sha256', secret).update(`v0:${time}:`).update(raw).digest('hex')}`)

/** A form; the field `payload` of it is JSON. */
const parseForm = (raw: Buffer): Record<string, unknown> => {
  const fields = Object.fromEntries(new URLSearchParams(raw.toString('utf8')))
  return fields.payload === undefined ? fields : { payload: parseJson(Buffer.from(fields.payload)) }
}

export const slackSigner: Signer = {
  isConfigured: ({ config }) => config.slack !== undefined,
  isSigned: (headers) =>
    /^v0=[0-9a-f]{64}$/.test(textIn(headers, 'x-slack-signature')) &&
    /^\d{1,12}$/.test(textIn(headers, 'x-slack-request-timestamp')),
  verify: ({ config }, headers, raw, now) => {
    const time = textIn(headers, 'x-slack-request-timestamp')
    if (raw.length > longestBody) return false
    if (Math.abs(now.getTime() / 1000 - Number(time)) > toleratedSeconds) return false
    const given = Buffer.from(textIn(headers, 'x-slack-signature'))
    return (config.slack?.signingSecrets ?? []).some((secret) => {
      const right = signatureOf(secret, time, raw)
      return given.length === right.length && timingSafeEqual(given, right)
    })
  },
  parse: (raw, contentType) => {
    const isForm = contentType.startsWith('application/x-www-form-urlencoded')
    const body = isForm ? parseForm(raw) : parseJson(raw)
    if (body === undefined) throw invalid('body', 'is empty')
    return body
  },
}
