/** The pages that people open: visitors' forms, the apps' shells, uploads and files. */
import type { FastifyInstance } from 'fastify'
import type { Platform } from '#server/platform/context.ts'
import type { Gate } from '#server/platform/gate/gate.ts'

export const mountPages = async (_app: FastifyInstance, _platform: Platform, _gate: Gate): Promise<void> => {}
