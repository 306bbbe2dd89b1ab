/** /s/embed.js: the element <wellkept-embed> for other sites. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sendText } from '../static-files.ts'

export const embedScript = (dist: string) => {
  let script: string | undefined
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    script ??= readFileSync(path.join(dist, 'visitor/embed.js'), 'utf8')
    void reply
      .header('cache-control', 'public, max-age=3600')
      .header('cross-origin-resource-policy', 'cross-origin')
    await sendText(request, reply, 'text/javascript; charset=utf-8', script)
  }
}
