/** Writes emails as files, for development, tests and machines without a mail server. */
import { randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { assertMessage, type Mail, mailFailed } from './message.ts'

/**
 * Writes each email to `folder` as NAME.json {to, subject, text, html, at}, with the sender's name, id, further headers and
 * attachments in base64 if any. The file gets its name when it is complete; names sort by time.
 */
export async function openFileMail(folder: string): Promise<Mail> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  let latest = 0
  let sameMillisecond = 0

  /** Emails of one millisecond sort in the order in which they were sent. */
  function nextName(now: number): string {
    sameMillisecond = now > latest ? 0 : sameMillisecond + 1
    latest = Math.max(now, latest)
    const time = new Date(latest).toISOString().replace(/[:.]/g, '-')
    return `${time}-${String(sameMillisecond).padStart(5, '0')}-${randomUUID().slice(0, 8)}`
  }

  async function write(name: string, content: string): Promise<void> {
    const draft = join(folder, `${name}.draft`)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    try {
      // Emails contain sign-in links, so only the owner can read them.
      const file = await open(draft, 'wx', 0o600)
      try {
        await file.writeFile(content)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(draft, join(folder, `${name}.json`))
    } catch (cause) {
      await rm(draft, { force: true }).catch(() => undefined)
      throw cause
    }
  }

  const mail: Mail = {
    folder,
    async send(message) {
      assertMessage(message)
      const { to, fromName, subject, text, html, headers, id } = message
      const attachments = message.attachments?.map(({ bytes, ...about }) => ({
        ...about,
        base64: Buffer.from(bytes).toString('base64'),
      }))
      const at = new Date()
      const name = nextName(at.getTime())
      const content = JSON.stringify(
        { to, fromName, subject, text, html, at: at.toISOString(), id, headers, attachments },
        undefined,
        2,
      )
      await write(name, content).catch((cause: unknown) => {
        throw mailFailed(cause)
      })
    },
    async check() {
      const probe = join(folder, `${randomUUID()}.probe`)
      try {
        await (await open(probe, 'wx', 0o600)).close()
        await rm(probe)
      } catch (cause) {
        throw mailFailed(cause)
      }
    },
    close() {},
  }
  return mail
}
