/** `wellkept mcp`: carries messages of the Model Context Protocol between stdin and stdout and the service's /mcp. */
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'

export interface McpOptions {
  readonly base: string
  readonly token: string
}

interface Message {
  readonly id?: string | number
  readonly method?: string
  readonly params?: {
    readonly name?: unknown
    readonly _meta?: Readonly<Record<string, unknown>>
  }
  readonly result?: { readonly protocolVersion?: unknown }
}

const answerMs = 60_000
const parseError = -32_700
const serviceError = -32_000
const versionKey = 'io.modelcontextprotocol/protocolVersion'

const readMessage = (line: string): Message | undefined => {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null ? (value as Message) : undefined
  } catch {
    return undefined
  }
}

const errorFor = (id: string | number | null, code: number, message: string): string =>
  JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } })

/** The messages of an answer: one as JSON, or each `data` of a stream. */
const messagesIn = (contentType: string | null, text: string): string[] =>
  contentType?.startsWith('text/event-stream')
    ? text
        .split(/\r?\n\r?\n/)
        .map((event) =>
          event
            .split(/\r?\n/)
            .flatMap((line) => (line.startsWith('data:') ? [line.slice(5).trim()] : []))
            .join('\n'),
        )
        .filter((data) => data !== '')
    : text.trim() === ''
      ? []
      : [text.trim()]

const refusalOf = (status: number, text: string): string => {
  const said = readMessage(text) as { readonly error?: unknown } | undefined
  return typeof said?.error === 'string' ? `${said.error} (${status})` : `The service answered ${status}`
}

/**
 * Ends with stdin, once every answer is written.
 * @param say gets one message a line
 */
export const carryMcp = async (
  { base, token }: McpOptions,
  input: Readable,
  say: (line: string) => void,
): Promise<void> => {
  const address = new URL('/mcp', base)
  // Of the revisions that agree on one at the beginning.
  let agreed: string | undefined

  const headersOf = ({ method, params }: Message): Record<string, string> => {
    const own = params?._meta?.[versionKey]
    const version = typeof own === 'string' ? own : agreed
    return {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(version === undefined ? {} : { 'mcp-protocol-version': version }),
      ...(typeof own === 'string' && method !== undefined ? { 'mcp-method': method } : {}),
      ...(typeof own === 'string' && typeof params?.name === 'string' ? { 'mcp-name': params.name } : {}),
    }
  }

  const carry = async (line: string): Promise<void> => {
    const message = readMessage(line)
    if (!message) {
      say(errorFor(null, parseError, 'This line is no JSON-RPC message'))
      return
    }
    const refuse = (words: string): void => {
      if (message.id !== undefined) say(errorFor(message.id, serviceError, words))
    }
    try {
      const answer = await fetch(address, {
        method: 'POST',
        headers: headersOf(message),
        body: line,
        redirect: 'error',
        signal: AbortSignal.timeout(answerMs),
      })
      const text = await answer.text()
      const said = messagesIn(answer.headers.get('content-type'), text)
      // A refusal of the service itself is in its envelope, one of the protocol in its own words.
      if (!answer.ok && !said.some((one) => readMessage(one) && 'jsonrpc' in (readMessage(one) as object))) {
        refuse(refusalOf(answer.status, text))
        return
      }
      for (const one of said) {
        const version = message.method === 'initialize' && readMessage(one)?.result?.protocolVersion
        if (typeof version === 'string') agreed = version
        say(one.replaceAll('\n', ' '))
      }
    } catch (error) {
      refuse(`${base} does not answer: ${error instanceof Error ? error.message : String(error)}`)
    }
  }

  const open = new Set<Promise<void>>()
  for await (const line of createInterface({ input })) {
    if (line.trim() === '') continue
    const carried = carry(line)
    open.add(carried)
    void carried.finally(() => open.delete(carried))
    // The version agreed at the beginning is a header of all that follows.
    if (readMessage(line)?.method === 'initialize') await carried
  }
  await Promise.all(open)
}
