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

/** What `--json` prints, one line each; its fields stay. */
export type ListenLine =
  | { readonly kind: 'secret'; readonly secret: string }
  | { readonly kind: 'connected'; readonly base: string; readonly to: string }
  | { readonly kind: 'disconnected' }
  | { readonly kind: 'missed' }
  | {
      readonly kind: 'delivery'
      /** of the event */
      readonly id: string
      readonly type: string
      /** null without an answer, and then `error` says why */
      readonly status: number | null
      readonly error: 'TIMEOUT' | 'UNREACHABLE' | null
      readonly ms: number
    }

const unanswered = { TIMEOUT: 'no answer', UNREACHABLE: 'no connection' } as const

export const lineForPeople = (line: ListenLine): string => {
  switch (line.kind) {
    case 'secret':
      return `Secret: ${line.secret}`
    case 'connected':
      return `Connected to ${line.base}, sending to ${line.to}`
    case 'disconnected':
      return 'Not connected'
    case 'missed':
      return 'Events were missed and are not sent again; --replay sends those of a webhook'
    case 'delivery': {
      const { status, error, ms, type, id } = line
      return `${error === null ? status : unanswered[error]}  ${ms} ms  ${type}  ${id}`
    }
    default:
      return line satisfies never
  }
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
  print: (line: ListenLine) => void,
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

  /** @returns whether it was accepted */
  const post = async ({ id, type, text }: Body): Promise<boolean> => {
    const timestamp = Math.floor(Date.now() / 1000)
    const signed = createHmac('sha256', secret).update(`${id}.${timestamp}.${text}`).digest('base64')
    const began = performance.now()
    const { status, error } = await fetch(target, {
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
        return { status: response.status, error: null }
      },
      ({ name }: Error) =>
        ({ status: null, error: name === 'TimeoutError' ? 'TIMEOUT' : 'UNREACHABLE' }) as const,
    )
    const ms = Math.round(performance.now() - began)
    if (!signal.aborted) print({ kind: 'delivery', id, type, status, error, ms })
    return status !== null && status >= 200 && status <= 299
  }

  const me = (await (await ask(getMe, {})).json()) as { data: { tenant: { id: string } } }
  print({ kind: 'secret', secret: `whsec_${secret.toString('base64')}` })

  const sendAgain = async (webhook: string): Promise<void> => {
    const path = listWebhookDeliveries.path.replace(':id', encodeURIComponent(webhook))
    const span = { from: since ?? '', to: new Date().toISOString() }
    const filter = types === undefined ? {} : { type: types.join(',') }
    let [sent, refused] = [0, 0]
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
        if (body !== null) {
          sent++
          if (!(await post({ id, type, text: body }))) refused++
        }
    }
    if (refused > 0) throw new Error(`${refused} of ${sent} deliveries were not accepted`)
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
      last = last.then(async () => void (await post({ id, type, text })))
    }
    const onReset = (): void => print({ kind: 'missed' })
    const onState = (comes: boolean): void => {
      if (!signal.aborted) print(comes ? { kind: 'connected', base, to } : { kind: 'disconnected' })
    }
    await follow({ open, onEvent, onReset, onState }, signal)
    await last
    if (!signal.aborted) throw refusal
  }

  await (replay === undefined ? followAll() : sendAgain(replay))
}
