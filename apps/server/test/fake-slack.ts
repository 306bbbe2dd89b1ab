/** A Slack on loopback: it keeps what is sent, signs what it sends, and fails as a test tells it to. */
import { createHmac } from 'node:crypto'
import http from 'node:http'
import { after } from 'node:test'
import type { Reply, TestServer } from './server.ts'

export interface SlackCall {
  readonly method: string
  readonly token: string | undefined
  readonly args: Record<string, unknown>
}

export interface FakeMessage {
  readonly channel: string
  readonly ts: string
  readonly threadTs: string | undefined
  text: string
  blocks: string
  edits: number
}

/** How the next calls of a method end; `late` answers after that many milliseconds. */
export type Fault =
  | { readonly status: 429; readonly retryAfter: number }
  | { readonly status: 500 }
  | { readonly error: string }
  | { readonly late: number }

export interface FakeSlack {
  readonly apiUrl: string
  readonly env: Record<string, string>
  readonly calls: SlackCall[]
  readonly messages: FakeMessage[]
  readonly channels: { readonly id: string; readonly name: string }[]
  /** of the next installation */
  team: { id: string; name: string }
  enterprise: boolean
  /** who signs in next */
  person: { userId: string; teamId: string }
  /** the next `times` calls of the method end so; without `times` all */
  fail(method: string, fault: Fault, times?: number): void
  heal(): void
  callsOf(method: string): SlackCall[]
  /** sends as Slack does; `more` replaces parts of the signature */
  send(
    server: TestServer,
    path: string,
    body: string,
    form?: boolean,
    more?: SignatureParts,
  ): Promise<Reply<never>>
}

export interface SignatureParts {
  readonly secret?: string
  readonly at?: number
  readonly signature?: string
  readonly headers?: Record<string, string>
}

export const signingSecret = 'signing-secret-of-the-tests'
export const botToken = 'xoxb-a-token-of-the-tests'

const readBody = async (request: http.IncomingMessage): Promise<Record<string, unknown>> => {
  let text = ''
  for await (const part of request) text += part
  if (request.headers['content-type']?.includes('json')) return JSON.parse(text || '{}')
  return Object.fromEntries(new URLSearchParams(text))
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? ''))

export const startFakeSlack = async (): Promise<FakeSlack> => {
  const faults = new Map<string, { fault: Fault; left: number }>()
  let count = 0

  const answerOf = (method: string, args: Record<string, unknown>, token: string | undefined): object => {
    switch (method) {
      case 'oauth.v2.access':
        return {
          ok: true,
          access_token: botToken,
          bot_user_id: 'UBOT',
          is_enterprise_install: slack.enterprise,
          team: slack.enterprise ? null : slack.team,
        }
      case 'openid.connect.token':
        return { ok: true, access_token: 'xoxp-person' }
      case 'openid.connect.userInfo':
        return {
          ok: true,
          'https://slack.com/user_id': slack.person.userId,
          'https://slack.com/team_id': slack.person.teamId,
        }
      case 'chat.postMessage': {
        if (token !== botToken) return { ok: false, error: 'invalid_auth' }
        const ts = `1700000000.${String(++count).padStart(6, '0')}`
        const threadTs = args.thread_ts === undefined ? undefined : String(args.thread_ts)
        slack.messages.push({
          channel: String(args.channel),
          ts,
          threadTs,
          text: textOf(args.text),
          blocks: textOf(args.blocks),
          edits: 0,
        })
        return { ok: true, ts, channel: args.channel }
      }
      case 'chat.update': {
        const message = slack.messages.find(({ channel, ts }) => channel === args.channel && ts === args.ts)
        if (!message) return { ok: false, error: 'message_not_found' }
        message.text = textOf(args.text)
        message.blocks = textOf(args.blocks)
        message.edits++
        return { ok: true, ts: args.ts }
      }
      case 'conversations.list':
        return { ok: true, channels: slack.channels, response_metadata: { next_cursor: '' } }
      default:
        return { ok: true }
    }
  }

  const server = http.createServer(async (request, response) => {
    const method = (request.url ?? '').replace(/^\/api\//, '').replace(/\?.*$/, '')
    const args = await readBody(request)
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1]
    slack.calls.push({ method, token, args })
    const planned = faults.get(method)
    if (planned && planned.left > 0) {
      planned.left--
      const { fault } = planned
      if ('late' in fault) await new Promise((resolve) => setTimeout(resolve, fault.late))
      else if ('error' in fault) {
        response.writeHead(200, { 'content-type': 'application/json' })
        response.end(JSON.stringify({ ok: false, error: fault.error }))
        return
      } else {
        response.writeHead(
          fault.status,
          fault.status === 429 ? { 'retry-after': String(fault.retryAfter) } : {},
        )
        response.end()
        return
      }
    }
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answerOf(method, args, token)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => void server.close())
  server.unref()
  const address = server.address()
  const apiUrl = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/api/`

  const slack: FakeSlack = {
    apiUrl,
    env: {
      SLACK_CLIENT_ID: 'client-of-the-tests',
      SLACK_CLIENT_SECRET: 'client-secret-of-the-tests',
      SLACK_SIGNING_SECRET: `${signingSecret},an-older-signing-secret`,
      SLACK_API_URL: apiUrl,
    },
    calls: [],
    messages: [],
    channels: [
      { id: 'C0FACILITY', name: 'facility' },
      { id: 'C0NIGHT', name: 'night-shift' },
    ],
    team: { id: 'T0TEST', name: 'Quay House' },
    enterprise: false,
    person: { userId: 'U0TEST', teamId: 'T0TEST' },
    fail: (method, fault, times = Number.POSITIVE_INFINITY) =>
      void faults.set(method, { fault, left: times }),
    heal: () => faults.clear(),
    callsOf: (method) => slack.calls.filter((call) => call.method === method),
    send: (to, path, body, form = false, { secret = signingSecret, at, signature, headers } = {}) => {
      const time = String(at ?? Math.floor(to.clock.now().getTime() / 1000))
      const signed = `v0=${createHmac('sha256', secret).update(`v0:${time}:${body}`).digest('hex')}`
      return to.call<never>('POST', path, {
        body,
        headers: {
          'content-type': form ? 'application/x-www-form-urlencoded' : 'application/json',
          'x-slack-request-timestamp': time,
          'x-slack-signature': signature ?? signed,
          ...headers,
        },
      })
    },
  }
  return slack
}
