/** People who keep changing things and repeat unanswered requests, as a good client does. */
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'

/** Everything acknowledged, by the returned ids. */
export interface Acknowledged {
  readonly feedback: Set<string>
  /** of these, submissions that report a problem */
  readonly reports: Set<string>
  readonly tasks: Set<string>
  /** of these, URGENT ones that nobody changed */
  readonly urgent: Set<string>
  readonly notes: Set<string>
  /** tasks that were started */
  readonly begun: Set<string>
  /** answers that must not occur */
  readonly unexpected: string[]
  /** number of repeated requests */
  repeated: number
}

export const countOf = ({ feedback, tasks, notes, begun }: Acknowledged): number =>
  feedback.size + tasks.size + notes.size + begun.size

interface Changing {
  readonly url: string
  readonly token: string
  readonly qrCodes: readonly string[]
  readonly people: number
  /** between two changes of a person */
  readonly pauseMs: number
}

interface Request {
  readonly method: 'POST' | 'PATCH'
  readonly path: string
  readonly headers: Record<string, string>
  readonly body: object
}

/** unreachable, unavailable, or the first request is still running */
const passing = new Set([0, 503, 409])

/** @returns function that stops it and resolves when everybody has the last answer */
export const keepChanging = ({ url, token, qrCodes, people, pauseMs }: Changing) => {
  const acknowledged: Acknowledged = {
    feedback: new Set(),
    reports: new Set(),
    tasks: new Set(),
    urgent: new Set(),
    notes: new Set(),
    begun: new Set(),
    unexpected: [],
    repeated: 0,
  }
  let isOver = false

  const send = async ({ method, path, headers, body }: Request): Promise<string> => {
    for (;;) {
      const { status, text } = await fetch(url + path, {
        method,
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(20_000),
      })
        .then(async (response) => ({ status: response.status, text: await response.text() }))
        .catch(() => ({ status: 0, text: '' }))
      if (status === 200 || status === 201) return (JSON.parse(text) as { data: { id: string } }).data.id
      if (!passing.has(status)) {
        acknowledged.unexpected.push(`${method} ${path}: ${status} ${text}`)
        return ''
      }
      acknowledged.repeated++
      await delay(100)
    }
  }
  const asStaff = (method: Request['method'], path: string, body: object): Promise<string> =>
    send({
      method,
      path,
      body,
      headers: { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() },
    })

  const visit = async (person: number, turn: number): Promise<void> => {
    const isReport = turn % 2 === 0
    const id = await send({
      method: 'POST',
      path: '/api/feedback',
      headers: { 'x-forwarded-for': `10.${person}.${(turn >> 8) & 255}.${turn & 255}` },
      body: {
        qrCode: qrCodes[(person + turn) % qrCodes.length],
        submissionId: randomUUID(),
        ...(isReport ? { issues: ['NO_PAPER'] } : { rating: 1 + (turn % 5) }),
      },
    })
    acknowledged.feedback.add(id)
    if (isReport) acknowledged.reports.add(id)
  }
  const manage = async (person: number, turn: number): Promise<void> => {
    const isUrgent = turn % 5 === 0
    const task = await asStaff('POST', '/api/tasks', {
      title: `Task ${turn} of ${person}`,
      priority: isUrgent ? 'URGENT' : 'LOW',
    })
    acknowledged.tasks.add(task)
    if (isUrgent) {
      acknowledged.urgent.add(task)
      return
    }
    acknowledged.notes.add(await asStaff('POST', `/api/tasks/${task}/notes`, { text: `Note ${turn}` }))
    await asStaff('PATCH', `/api/tasks/${task}/status`, { status: 'IN_PROGRESS' })
    acknowledged.begun.add(task)
  }
  const everybody = Array.from({ length: people }, async (_, person) => {
    for (let turn = 0; !isOver; turn++) {
      await (person % 3 === 0 ? manage : visit)(person, turn)
      await delay(pauseMs)
    }
  })
  return {
    acknowledged,
    end: async (): Promise<void> => {
      isOver = true
      await Promise.all(everybody)
    },
  }
}
