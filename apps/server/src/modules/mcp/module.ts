/** Tools for AI assistants at /mcp, by the Model Context Protocol; each acts as the person of its connection. */
import { module } from '#server/platform/module.ts'
import { mountMcp } from './mount-mcp.ts'

export default module({ name: 'mcp', mount: mountMcp })
