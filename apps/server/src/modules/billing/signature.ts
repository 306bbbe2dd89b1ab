/** How Stripe signs its events: HMAC-SHA-256 of time and bytes, in `Stripe-Signature`. */
import Stripe from 'stripe'
import { invalid } from '#server/platform/errors.ts'
import type { Signer } from '#server/platform/gate/auth/signed.ts'
import { parseJson } from '#server/platform/gate/body.ts'

const toleranceSeconds = 300
const form = /^t=(\d{1,12})(,v\d+=[0-9a-f]+)*,v1=[0-9a-f]{64}(,v\d+=[0-9a-f]+)*$/

const timeIn = (header: unknown): number | undefined => {
  const found = typeof header === 'string' ? form.exec(header) : null
  return found ? Number(found[1]) : undefined
}

const isBy = (secret: string, header: string, raw: Buffer, now: Date): boolean => {
  try {
    const { signature } = Stripe.webhooks
    return signature?.verifyHeader(raw, header, secret, toleranceSeconds, undefined, now.getTime()) ?? false
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) return false
    throw error
  }
}

export const stripeSigner: Signer = {
  isConfigured: ({ config }) => (config.stripe?.webhookSecrets.length ?? 0) > 0,
  isSigned: (headers) => timeIn(headers['stripe-signature']) !== undefined,
  verify: ({ config }, headers, raw, now) => {
    const header = headers['stripe-signature']
    const time = timeIn(header)
    // The SDK accepts any time that lies ahead.
    if (typeof header !== 'string' || time === undefined || time - now.getTime() / 1000 > toleranceSeconds)
      return false
    return (config.stripe?.webhookSecrets ?? []).some((secret) => isBy(secret, header, raw, now))
  },
  parse: (raw) => {
    const body = parseJson(raw)
    if (body === undefined) throw invalid('body', 'is empty')
    return body
  },
}
