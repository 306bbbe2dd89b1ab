/** The tools, in the order in which a client lists them. */
import { figureTools } from './figures.ts'
import { placeTools } from './places.ts'
import { taskTools } from './tasks.ts'
import type { Tool } from './tool.ts'

export const tools: readonly Tool[] = [...placeTools, ...figureTools, ...taskTools]
