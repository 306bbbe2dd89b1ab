import type { Webhook } from '#contracts/webhooks.ts'

export type HealthFields = Pick<Webhook, 'state' | 'reason' | 'lastSuccessAt' | 'failingSince'>
export type WebhookHealth = 'HEALTHY' | 'FRESH' | 'FAILING' | 'PAUSED' | 'GONE' | 'OFF'

export const healthOf = ({ state, reason, lastSuccessAt }: HealthFields): WebhookHealth => {
  switch (state) {
    case 'HEALTHY':
      return lastSuccessAt === null ? 'FRESH' : 'HEALTHY'
    case 'FAILING':
      return 'FAILING'
    default:
      return reason === 'FAILING' ? 'OFF' : (reason ?? 'PAUSED')
  }
}

/** The host of a URL, used as a short name. */
export const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url)
