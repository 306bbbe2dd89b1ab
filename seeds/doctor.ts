/** What `npx wellkept check` says of the surroundings, as lines of English, and the test email. */
import type { InstallationCheck } from '#contracts/installation.ts'
import { checkSurroundings, sayFound } from '#server/modules/system/public.ts'
import type { Platform } from '#server/platform/context.ts'
import { newId } from '#server/platform/ids.ts'

/** A warning needs a look; BAD makes the command fail. */
export interface Advice {
  readonly level: 'ok' | 'warning' | 'BAD'
  readonly text: string
}

const levels = { OK: 'ok', WARN: 'warning', FAIL: 'BAD' } as const

const adviceOf = ({ state, title, text, advice }: InstallationCheck): Advice => ({
  level: levels[state],
  text: [`${title.toLowerCase()}:`, text, ...(advice === '' ? [] : [advice])].join(' '),
})

export const sendTestMail = async ({ mail }: Platform, to: string): Promise<Advice> => {
  const text = 'This is the test email that you asked for with npx wellkept check.'
  try {
    await mail.send({
      to,
      subject: 'Test email of Wellkept',
      text,
      html: `<p>${text}</p>`,
      id: newId(Date.now()),
    })
    return {
      level: 'ok',
      text: `email: the mail server accepted a test email to ${to}; see whether it arrives, and not as spam`,
    }
  } catch (error) {
    const why = error instanceof Error ? error.message : error
    return { level: 'BAD', text: `email: the test email to ${to} was not accepted: ${why}` }
  }
}

export const adviceLines = async (platform: Platform, mailTo: string | undefined): Promise<Advice[]> => [
  ...(mailTo === undefined ? [] : [await sendTestMail(platform, mailTo)]),
  ...(await checkSurroundings(platform)).map((one) => adviceOf(sayFound(one, 'en'))),
]
