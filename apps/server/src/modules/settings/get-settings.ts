import { getSettings, type MailName, type MailSetup } from '#contracts/settings.ts'
import type { StaffContext } from '#server/platform/context.ts'
import { serve } from '#server/platform/http/serve.ts'
import { type MailLanguage, mailLanguage } from '#server/platform/mail/layout.ts'
import { callerLanguage, readSettings } from './read-settings.ts'

const readMail = async (
  ctx: StaffContext,
  name: MailName,
  asked: MailLanguage | undefined,
): Promise<MailSetup> => {
  const { mails, senderCheck, config } = ctx.platform
  const mail = mails.get(name)
  if (!mail) throw new Error(`There is no email ${name}`)
  const wanted = asked ?? mailLanguage(await callerLanguage(ctx))
  const language = mail.languages.includes(wanted) ? wanted : 'en'
  const { subject, text, html } = mail.preview(config.baseUrl, language)
  return { sender: senderCheck.current(), preview: { mail: name, language, subject, text, html } }
}

export default serve(getSettings)(async (ctx, { query }) => {
  const settings = await readSettings(ctx)
  return query.mail === undefined
    ? settings
    : { ...settings, mail: await readMail(ctx, query.mail, query.language) }
})
