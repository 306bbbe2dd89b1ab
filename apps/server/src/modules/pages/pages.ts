/** Mounts the HTML pages: visitor forms, app shells, uploads and files. */
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { mailingLinkKind } from '#server/modules/sharing/public.ts'
import { mountMailPages } from '#server/modules/status/public.ts'
import type { Platform } from '#server/platform/context.ts'
import type { Gate } from '#server/platform/gate/gate.ts'
import type { Handler } from '#server/platform/http/serve.ts'
import { mountAppShells } from './app-shells.ts'
import { mountDevMail } from './dev-mail.ts'
import { mountDocumentation } from './documentation.ts'
import { mountVisitorPages } from './visitor-pages.ts'

const dist = path.resolve(import.meta.dirname, '../../../../../dist')

/** @param handlers the mounted endpoints by name: a page calls its endpoint through the same gate */
export const mountPages = async (
  app: FastifyInstance,
  { platform, gate, handlers }: { platform: Platform; gate: Gate; handlers: readonly Handler[] },
): Promise<void> => {
  mountAppShells(app, platform, dist)
  mountDocumentation(app, dist)
  await mountVisitorPages(app, {
    platform,
    gate,
    handlers: new Map(handlers.map((handler) => [handler.spec.name, handler])),
    dist,
  })
  await mountMailPages(app, platform, gate, [mailingLinkKind])
  if (!platform.config.production && platform.mail.folder)
    mountDevMail(app, platform.mail.folder, platform.config.baseUrl)
}
