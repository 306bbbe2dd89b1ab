import { Type } from 'typebox'
import { Id } from '#contracts/kit/text.ts'
import { defineDeskMail } from '#server/platform/mail/define.ts'
import { inertName, layout } from '#server/platform/mail/layout.ts'
import { sampleToken } from '#server/platform/mail/samples.ts'
import { findRecipient } from '../find-recipient.ts'
import { recordConfirmationMail } from '../refusals.ts'

/** Asks the owner of an address to confirm a mailing; none is sent before. */
export const mailingConfirm = defineDeskMail({
  name: 'mailing-confirm',
  data: Type.Object({ recipientId: Id }),
  forVisitors: true,
  prepare: async (ctx, { recipientId }) => {
    const found = await findRecipient(ctx, recipientId)
    if (!found || found.confirmed) return undefined
    const { keys, config } = ctx.platform
    const link = `${config.baseUrl}/m/${keys.seal('mailing', ctx.tenantId, recipientId)}`
    const { mailing, organisation } = found
    return {
      to: found.email,
      language: found.language,
      facts: { mailing, organisation, link },
      afterwards: (done, outcome) => recordConfirmationMail(done, recipientId, outcome),
    }
  },
  sample: (base, language) => ({
    mailing: { en: 'Monday figures', de: 'Kennzahlen am Montag' }[language],
    organisation: { en: 'City libraries', de: 'Stadtbibliotheken' }[language],
    link: `${base}/m/${sampleToken}`,
  }),
  words: (
    data: { readonly mailing: string; readonly organisation: string; readonly link: string },
    language,
  ) => {
    const [mailing, organisation] = [inertName(data.mailing), inertName(data.organisation)]
    const words = {
      en: {
        subject: `Please confirm: ${mailing} by email`,
        heading: 'Do you want these figures by email?',
        lead: `${organisation} would like to send you “${mailing}” by email regularly. If you confirm, you will get it; every email has a link to unsubscribe.`,
        button: 'Confirm',
        footer: `Someone at ${organisation} entered this address. If you do not want these emails, you do not need to do anything: none will be sent.`,
      },
      de: {
        subject: `Bitte bestätigen: ${mailing} per E-Mail`,
        heading: 'Möchten Sie diese Kennzahlen per E-Mail?',
        lead: `${organisation} möchte Ihnen „${mailing}“ regelmäßig per E-Mail senden. Wenn Sie bestätigen, erhalten Sie sie; jede E-Mail enthält einen Link zum Abbestellen.`,
        button: 'Bestätigen',
        footer: `Jemand bei ${organisation} hat diese Adresse eingetragen. Wenn Sie diese E-Mails nicht möchten, müssen Sie nichts tun: Sie erhalten keine.`,
      },
    }[language]
    return layout({
      language,
      subject: words.subject,
      heading: words.heading,
      blocks: [
        { kind: 'text', text: words.lead },
        { kind: 'button', label: words.button, url: data.link },
      ],
      footer: words.footer,
    })
  },
})
