/** Development: the mails that were written into the folder, newest first. Text only, so nothing in them runs. */
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { notFound } from '#server/platform/errors.ts'
import { escapeHtml } from '#server/platform/http/html.ts'
import type { MailMessage } from '#server/platform/mail/transport.ts'

const linked = (text: string): string =>
  escapeHtml(text).replace(/https?:\/\/[^\s<]+/g, (address) => `<a href="${address}">${address}</a>`)

/** Under another name a page of somebody else could read the developer's mails. */
const isOwnHost = (hostname: string, baseUrl: string): boolean =>
  ['localhost', '127.0.0.1', '[::1]', new URL(baseUrl).hostname].includes(hostname)

export const mountDevMail = (app: FastifyInstance, folder: string, baseUrl: string): void => {
  app.get('/dev/mail', async (request, reply) => {
    if (!isOwnHost(request.hostname, baseUrl)) throw notFound()
    const names = (await readdir(folder).catch(() => []))
      .filter((name) => name.endsWith('.json'))
      .sort()
      .reverse()
      .slice(0, 50)
    const mails = await Promise.all(
      names.map(
        async (name) =>
          JSON.parse(await readFile(path.join(folder, name), 'utf8')) as MailMessage & { at: string },
      ),
    )
    const body = mails
      .map(
        (mail) =>
          `<article><h2>${escapeHtml(mail.subject)}</h2><p>${escapeHtml(mail.to)} · <time>${escapeHtml(mail.at)}</time></p><pre>${linked(mail.text)}</pre></article>`,
      )
      .join('')
    return reply
      .header('content-type', 'text/html; charset=utf-8')
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'",
      )
      .send(
        `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Mails</title><h1>Mails</h1>${body || '<p>No mail has been sent yet.</p>'}</html>`,
      )
  })
}
