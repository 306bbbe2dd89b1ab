/** Visitors who keep submitting while something breaks, and a ledger of their answers. */
import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'

export interface SubmitResult {
  /** HTTP status; 0 if the connection broke before an answer */
  readonly status: number
  readonly ms: number
  readonly code: string | undefined
}

export interface Ledger {
  /** ids of submissions answered with 201 */
  readonly acknowledged: Set<string>
  readonly results: SubmitResult[]
  /** Resolves when every visitor has the last answer. */
  stop(): Promise<void>
}

interface Submission {
  readonly url: string
  readonly qrCode: string
  readonly issues?: readonly string[]
  readonly agent?: Agent
}

let visitors = 0

/** A new address for each visitor; the service trusts 127.0.0.1 as a proxy. */
const nextAddress = (): string => {
  const n = ++visitors
  return `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`
}

/** One submission of a new visitor. @returns the answer, and the id if it was acknowledged */
export const submit = ({
  url,
  qrCode,
  issues,
  agent,
}: Submission): Promise<SubmitResult & { readonly id: string | undefined }> => {
  const body = JSON.stringify({
    qrCode,
    submissionId: randomUUID(),
    ...(issues ? { issues } : { rating: 5 }),
  })
  const began = performance.now()
  return new Promise((resolve) => {
    const finish = (status: number, text: string): void => {
      let parsed: { code?: string; data?: { id: string } } = {}
      try {
        parsed = JSON.parse(text)
      } catch {
        // A broken connection has no body.
      }
      resolve({
        status,
        ms: performance.now() - began,
        code: parsed.code,
        id: status === 201 ? parsed.data?.id : undefined,
      })
    }
    const sent = request(
      `${url}/api/feedback`,
      {
        method: 'POST',
        timeout: 15_000,
        ...(agent ? { agent } : {}),
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          'x-forwarded-for': nextAddress(),
        },
      },
      (response) => {
        let text = ''
        response.on('data', (bytes: Buffer) => (text += bytes.toString()))
        response.on('end', () => finish(response.statusCode ?? 0, text))
        response.on('error', () => finish(0, ''))
      },
    )
    sent.on('timeout', () => sent.destroy())
    sent.on('error', () => finish(0, ''))
    sent.end(body)
  })
}

/** Starts visitors who submit continuously. @param pauseMs between two submissions of a visitor */
export const keepSubmitting = (
  url: string,
  qrCodes: readonly string[],
  connections: number,
  pauseMs: number,
): Ledger => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const acknowledged = new Set<string>()
  const results: SubmitResult[] = []
  let stopped = false
  const visitor = async (index: number): Promise<void> => {
    for (let turn = index; !stopped; turn++) {
      const { id, ...answer } = await submit({ url, qrCode: qrCodes[turn % qrCodes.length] ?? '', agent })
      results.push(answer)
      if (id !== undefined) acknowledged.add(id)
      await delay(answer.status === 0 ? 50 : pauseMs)
    }
  }
  const all = Array.from({ length: connections }, (_, index) => visitor(index))
  return {
    acknowledged,
    results,
    stop: async () => {
      stopped = true
      await Promise.all(all)
      agent.destroy()
    },
  }
}

export const inDatabase = async <R extends pg.QueryResultRow>(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<R[]> => {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<R>(text, values)).rows
  } finally {
    await client.end()
  }
}

export interface AuditResult {
  /** acknowledged but missing */
  readonly lost: number
  readonly feedbackWithoutEvent: number
  readonly eventsWithoutFeedback: number
}

/** Compares the answers with the stored rows. @param url of a role that sees all rows */
export const audit = async (url: string, acknowledged: ReadonlySet<string>): Promise<AuditResult> => {
  const [books] = await inDatabase<{ lost: string; without_event: string; without_feedback: string }>(
    url,
    `select
       (select count(*) from unnest($1::uuid[]) as told (id) where not exists (select from feedback f where f.id = told.id)) as lost,
       (select count(*) from feedback f where not exists
          (select from event e where e.tenant_id = f.tenant_id and e.type = 'feedback.created' and e.payload ->> 'feedbackId' = f.id::text)) as without_event,
       (select count(*) from event e where e.type = 'feedback.created' and not exists
          (select from feedback f where f.tenant_id = e.tenant_id and f.id::text = e.payload ->> 'feedbackId')) as without_feedback`,
    [[...acknowledged]],
  )
  return {
    lost: Number(books?.lost),
    feedbackWithoutEvent: Number(books?.without_event),
    eventsWithoutFeedback: Number(books?.without_feedback),
  }
}
