/** Development only: emails written to the folder, newest first. As plain text, so nothing in them runs. */
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import { notFound } from '#server/platform/errors.ts'
import { escapeHtml } from '#server/platform/http/html.ts'
import { isLoopbackName } from '#server/platform/loopback.ts'
import type { MailMessage } from '#server/platform/mail/transport.ts'

const linked = (text: string): string =>
  escapeHtml(text).replace(/https?:\/\/[^\s<]+/g, (address) => `<a href="${address}">${address}</a>`)

/**
 * The emails contain sign-in links, so they are shown on this machine only: not to other machines or through a proxy,
 * and not under another host name, which another site could point here (DNS rebinding).
 */
const isAtTheMachine = ({ hostname, headers, socket }: FastifyRequest): boolean =>
  isLoopbackName(hostname) &&
  headers['x-forwarded-for'] === undefined &&
  headers.forwarded === undefined &&
  ipaddr.process(socket.remoteAddress ?? '0.0.0.0').range() === 'loopback'

/** Not mounted if BASE_URL is a public address. */
export const mountDevMail = (app: FastifyInstance, folder: string, baseUrl: string): void => {
  if (!isLoopbackName(new URL(baseUrl).hostname)) return
  app.get('/dev/mail', async (request, reply) => {
    if (!isAtTheMachine(request)) throw notFound()
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
        `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Emails</title><h1>Emails</h1>${body || '<p>No email has been sent yet.</p>'}</html>`,
      )
  })
}
