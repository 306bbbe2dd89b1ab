/** `wellkept listen`: follows the events of a service and posts them to an address as webhooks do, signed. */
import { createHmac, randomBytes } from 'node:crypto'
import { ApiError } from '#client/errors.ts'
import { follow } from '#client/follow.ts'
import { getMe } from '#contracts/auth.ts'
import type { Endpoint } from '#contracts/kit/endpoint.ts'
import { followLive, type LiveEvent } from '#contracts/live.ts'
import { isShown, outwardNames } from '#contracts/outward.ts'
import { listWebhookDeliveries, type WebhookDelivery } from '#contracts/webhooks.ts'

export interface ListenOptions {
  readonly to: string
  readonly base: string
  readonly key: string
  /** names of events, comma-separated, each with `*` for anything; all by default */
  readonly events?: string | undefined
  /** a webhook whose stored deliveries are sent instead of following */
  readonly replay?: string | undefined
  readonly since?: string | undefined
}

interface Body {
  readonly id: string
  readonly type: string
  readonly text: string
}

const answerMs = 15_000
const pageSize = 20

/** @throws Error if a pattern fits no event */
export const typesOf = (patterns: string | undefined): string[] | undefined => {
  if (patterns === undefined) return undefined
  const names = patterns.split(',').flatMap((pattern) => {
    const parts = pattern.trim().split('*').map(RegExp.escape)
    const found = outwardNames.filter(
      (name) => isShown(name) && new RegExp(`^${parts.join('.*')}$`).test(name),
    )
    if (found.length === 0)
      throw new Error(
        `No event is called ${pattern}. The events are listed in /docs; task.* means all of tasks`,
      )
    return found
  })
  return [...new Set(names)]
}

const addressIn = (option: string, value: string): URL => {
  const url = URL.parse(value)
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    throw new Error(`${option} ${value} is no address: give one such as http://localhost:4000/hooks`)
  return url
}

const refusalOf = async (response: Response): Promise<ApiError> => {
  const body = (await response.json().catch(() => undefined)) as { code?: ApiError['code']; error?: string }
  const wait = Number(response.headers.get('retry-after') ?? Number.NaN)
  return new ApiError({
    code: body?.code ?? 'BAD_ANSWER',
    status: response.status,
    message: body?.error ?? `The service answered ${response.status}`,
    retryAfterSeconds: Number.isFinite(wait) ? wait : undefined,
  })
}

export const listen = async (
  { to, base, key, events, replay, since }: ListenOptions,
  print: (text: string) => void,
  signal: AbortSignal,
): Promise<void> => {
  const target = addressIn('--to', to)
  const service = addressIn('--base', base)
  const types = typesOf(events)
  const secret = randomBytes(32)

  const ask = async (
    { path }: Pick<Endpoint, 'path'>,
    query: Readonly<Record<string, string>>,
    init: RequestInit = {},
  ): Promise<Response> => {
    const url = new URL(path, service)
    url.search = new URLSearchParams(query).toString()
    const headers = { 'x-api-key': key, ...init.headers }
    const response = await fetch(url, { signal, ...init, headers }).catch((error: unknown) => {
      throw new ApiError({ code: 'NETWORK', status: 0, message: `${base} cannot be reached` }, error)
    })
    if (!response.ok) throw await refusalOf(response)
    return response
  }

  const post = async ({ id, type, text }: Body): Promise<void> => {
    const timestamp = Math.floor(Date.now() / 1000)
    const signed = createHmac('sha256', secret).update(`${id}.${timestamp}.${text}`).digest('base64')
    const began = performance.now()
    const outcome = await fetch(target, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': `v1,${signed}`,
      },
      body: text,
      signal: AbortSignal.any([signal, AbortSignal.timeout(answerMs)]),
    }).then(
      async (response) => {
        await response.body?.cancel()
        return String(response.status)
      },
      (error: Error) => (error.name === 'TimeoutError' ? 'no answer' : 'no connection'),
    )
    if (!signal.aborted) print(`${outcome}  ${Math.round(performance.now() - began)} ms  ${type}  ${id}`)
  }

  const me = (await (await ask(getMe, {})).json()) as { data: { tenant: { id: string } } }
  print(`Secret: whsec_${secret.toString('base64')}`)

  const sendAgain = async (webhook: string): Promise<void> => {
    const path = listWebhookDeliveries.path.replace(':id', encodeURIComponent(webhook))
    const span = { from: since ?? '', to: new Date().toISOString() }
    const filter = types === undefined ? {} : { type: types.join(',') }
    for (let page = 1, pages = 1; page <= pages; page++) {
      const query = {
        ...span,
        ...filter,
        body: 'true',
        sort: 'createdAt',
        page: `${page}`,
        pageSize: `${pageSize}`,
      }
      const answer = (await (await ask({ path }, query)).json()) as {
        data: WebhookDelivery[]
        totalPages: number
      }
      pages = answer.totalPages
      for (const { eventId: id, type, body } of answer.data)
        if (body !== null) await post({ id, type, text: body })
    }
  }

  const followAll = async (): Promise<void> => {
    let refusal: unknown
    let last = Promise.resolve()
    const open = async (lastEventId: string | undefined, line: AbortSignal): Promise<Response> => {
      try {
        const headers = lastEventId === undefined ? {} : { 'last-event-id': lastEventId }
        return await ask(followLive, types === undefined ? {} : { types: types.join(',') }, {
          headers,
          signal: line,
        })
      } catch (error) {
        refusal = error
        throw error
      }
    }
    const onEvent = ({ id, type, at, data }: LiveEvent): void => {
      const text = JSON.stringify({ id, type, createdAt: at, tenantId: me.data.tenant.id, data })
      // One after another, so that the receiver gets them in their order.
      last = last.then(() => post({ id, type, text }))
    }
    const onReset = (): void =>
      print('Events were missed and are not sent again; --replay sends those of a webhook')
    const onState = (comes: boolean): void => {
      if (!signal.aborted) print(comes ? `Connected to ${base}, sending to ${to}` : 'Not connected')
    }
    await follow({ open, onEvent, onReset, onState }, signal)
    await last
    if (!signal.aborted) throw refusal
  }

  await (replay === undefined ? followAll() : sendAgain(replay))
}
