/** The official client, connected as a person of a tenant. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { Me } from '#contracts/auth.ts'
import type { TestServer } from '#test/server.ts'
import type { TestPerson } from '#test/world.ts'

export const addConnection = (server: TestServer, person: TestPerson, name = 'Assistant', write = false) =>
  server.call<Me>('PATCH', '/api/auth/me', {
    token: person.token,
    body: { connections: { add: { name, write } } },
  })

/** @returns a token that works */
export const tokenFor = async (
  server: TestServer,
  person: TestPerson,
  { name = 'Assistant', write = false } = {},
): Promise<string> => {
  const added = await addConnection(server, person, name, write)
  const token = added.json.data?.newConnection?.token
  if (!token) throw new Error(`No connection: ${added.text}`)
  return token
}

export interface Answer {
  readonly isError: boolean
  /** the text as it was sent */
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: what a tool answers has no schema
  readonly data: any
}

export interface Assistant {
  readonly client: Client
  use(tool: string, input?: Record<string, unknown>): Promise<Answer>
}

/** @param revision what the client speaks: of 2025 by `initialize`, or the newest */
export const openAssistant = async (
  server: TestServer,
  token: string,
  revision: '2025' | 'newest' = 'newest',
): Promise<Assistant> => {
  const client = new Client(
    { name: 'test', version: '1.0.0' },
    { versionNegotiation: { mode: revision === '2025' ? 'legacy' : { pin: '2026-07-28' } } },
  )
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', server.base), {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
  })
  await client.connect(transport)
  server.beforeEnd.push(() => client.close())
  return {
    client,
    use: async (name, input = {}) => {
      const { content, isError } = await client.callTool({ name, arguments: input })
      const [first] = content
      if (content.length !== 1 || first?.type !== 'text') throw new Error('Not one text')
      return { isError: isError === true, text: first.text, data: JSON.parse(first.text) }
    },
  }
}

/** One bare message of a 2025 revision. @returns the bytes of the answer */
export const sendMessage = async (
  server: TestServer,
  token: string,
  method: string,
  params: object,
): Promise<string> => {
  const answer = await fetch(new URL('/mcp', server.base), {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${answer.status}: ${text}`)
  return text
}
