/** The server of one request: tools of one connection, by the official SDK. */
import { createMcpHandler, type McpHttpHandler, ProtocolError, Server } from '@modelcontextprotocol/server'
import type { Logger } from 'pino'
import { translateDatabaseError } from '#server/platform/db/tenant-db.ts'
import { ServiceError } from '#server/platform/errors.ts'
import { check } from '#server/platform/gate/validate.ts'
import { version } from '#server/platform/version.ts'
import type { Calls } from './calls.ts'
import { notice, type ToolResult, toRefusal, toResult } from './result.ts'
import { tools } from './tools/all.ts'
import { schemaOf, type Tool } from './tools/tool.ts'

const invalidParams = -32_602

const instructions = [
  'Wellkept: feedback of visitors about facilities, and the tasks that follow from it. You act as one person with their rights.',
  notice,
  'Change something only when the person asks for it, and first with dryRun.',
].join('\n')

const listed = ({ name, title, description, input, write, destructive }: Tool) => ({
  name,
  title,
  description,
  inputSchema: schemaOf(input) as { type: 'object' },
  annotations: {
    title,
    readOnlyHint: !write,
    destructiveHint: destructive,
    idempotentHint: !write,
    openWorldHint: false,
  },
})

const all = tools.map((tool) => ({ tool, shown: listed(tool) }))

/** Arguments that do not fit reach no endpoint, so they are counted here. */
const readInput = async (tool: Tool, calls: Calls, input: unknown): Promise<never> => {
  try {
    return check(tool.input, input ?? {}, 'arguments') as never
  } catch (error) {
    await calls.countOther()
    throw error
  }
}

/** @returns the answer, or the refusal as an answer; a fault of ours is logged and shows nothing */
const answering = async (name: string, log: Logger, work: () => Promise<ToolResult>): Promise<ToolResult> => {
  try {
    return await work()
  } catch (thrown) {
    if (thrown instanceof ProtocolError) throw thrown
    const error = translateDatabaseError(thrown)
    if (error instanceof ServiceError) return toRefusal(error)
    log.error({ err: error, tool: name }, 'A tool failed')
    return toRefusal(new ServiceError('INTERNAL_ERROR', 'Something went wrong on our side'))
  }
}

const serverFor = (calls: Calls, log: Logger): Server => {
  const offered = all.filter(({ tool }) => calls.connection.write || !tool.write)
  const server = new Server({ name: 'wellkept', version }, { capabilities: { tools: {} }, instructions })
  server.setRequestHandler('tools/list', () => ({ tools: offered.map(({ shown }) => shown) }))
  server.setRequestHandler('tools/call', ({ params }) =>
    answering(params.name, log, async () => {
      const found = offered.find(({ tool }) => tool.name === params.name)
      if (!found) {
        await calls.countOther()
        throw new ProtocolError(invalidParams, `Unknown tool: ${params.name}`)
      }
      const { tool } = found
      return toResult(await tool.run(calls, await readInput(tool, calls, params.arguments)))
    }),
  )
  return server
}

/** Serves the 2025 revisions (`initialize`) and the newest one; keeps nothing between requests. */
export const openMcp = (log: Logger): McpHttpHandler =>
  createMcpHandler(
    ({ authInfo }) => {
      const calls = authInfo?.extra?.calls as Calls | undefined
      if (!calls) throw new Error('A request without its caller')
      return serverFor(calls, log)
    },
    { onerror: (error) => log.info({ err: error }, 'A request by MCP was refused') },
  )
