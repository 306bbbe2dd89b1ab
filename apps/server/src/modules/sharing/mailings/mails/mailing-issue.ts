import { type Static, Type } from 'typebox'
import { Nullable } from '#contracts/kit/nullable.ts'
import { Id } from '#contracts/kit/text.ts'
import type { MailRefusal } from '#contracts/sharing/mailings.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { defineDeskMail } from '#server/platform/mail/define.ts'
import { type DeskLanguage, inertName, layout } from '#server/platform/mail/layout.ts'
import { readReader } from '#server/platform/mail/members.ts'
import { sampleToken } from '#server/platform/mail/samples.ts'
import { findRecipient } from '../find-recipient.ts'
import { type IssueFigures, sampleFigures } from '../issue-figures.ts'
import { figureBlocks, periodWords } from '../issue-words.ts'
import { maxBounces } from '../mailing-row.ts'
import { recordAccepted, recordBounce } from '../refusals.ts'
import { recordDelivered, recordRefused } from '../sendings.ts'

interface IssueMail {
  readonly mailing: string
  readonly organisation: string
  readonly figures: IssueFigures
  /** BASE_URL/m/TOKEN; null for a member who requested this issue */
  readonly stopLink: string | null
}

interface IssueRow {
  mailing: string
  organisation: string
  language: DeskLanguage
  figures: IssueFigures | null
  file: Buffer | null
  file_name: string | null
}

const data = Type.Object({ issueId: Id, recipientId: Nullable(Id), userId: Nullable(Id) })

const text = `select m.name as mailing, t.name as organisation, m.language, i.figures, i.file, i.file_name
  from mailing_issue i join mailing m on m.tenant_id = $1 and m.id = i.mailing_id join tenant t on t.id = $1
  where i.tenant_id = $1 and i.id = $2`

/** The current address: of a confirmed recipient whose server accepts it, or of the member who requested it. */
const addressOf = async (
  ctx: TenantContext,
  { recipientId, userId }: Static<typeof data>,
): Promise<string | undefined> => {
  if (userId !== null) return (await readReader(ctx, userId))?.email
  const found = recipientId === null ? undefined : await findRecipient(ctx, recipientId)
  return found?.confirmed && !found.paused && found.bounces < maxBounces ? found.email : undefined
}

/** Records the server's answer: shown with the sending, and an address that refuses three in a row gets no more. */
const noteOutcome =
  (issueId: string, recipientId: string) =>
  async (ctx: TenantContext, outcome: 'SENT' | { readonly refused: MailRefusal }): Promise<void> => {
    if (outcome === 'SENT') {
      await recordDelivered(ctx, issueId)
      await recordAccepted(ctx, recipientId)
      return
    }
    await recordRefused(ctx, issueId, outcome.refused)
    await recordBounce(ctx, recipientId, outcome.refused)
  }

/** The figures of a mailing for a confirmed recipient, or for the member who requested them. */
export const mailingIssue = defineDeskMail({
  name: 'mailing-issue',
  data,
  forVisitors: true,
  prepare: async (ctx, request) => {
    const to = await addressOf(ctx, request)
    const [row] = await ctx.run<IssueRow>(text, [ctx.tenantId, request.issueId])
    if (to === undefined || !row?.figures) return undefined
    const { keys, config } = ctx.platform
    const { recipientId } = request
    const { mailing, organisation, language, figures, file, file_name: fileName } = row
    const facts: IssueMail = {
      mailing,
      organisation,
      figures,
      stopLink:
        recipientId === null
          ? null
          : `${config.baseUrl}/m/${keys.seal('mailing', ctx.tenantId, recipientId)}`,
    }
    const isPdf = fileName?.endsWith('.pdf') === true
    return {
      to,
      language,
      facts,
      ...(file && fileName !== null
        ? {
            attachments: [
              {
                fileName,
                contentType: isPdf ? ('application/pdf' as const) : ('text/csv; charset=utf-8' as const),
                bytes: file,
              },
            ],
          }
        : {}),
      ...(recipientId === null ? {} : { afterwards: noteOutcome(request.issueId, recipientId) }),
    }
  },
  sample: (base, language): IssueMail => ({
    mailing: { en: 'Monday figures', de: 'Kennzahlen am Montag' }[language],
    organisation: { en: 'City libraries', de: 'Stadtbibliotheken' }[language],
    figures: sampleFigures(language),
    stopLink: `${base}/m/${sampleToken}`,
  }),
  words: ({ mailing, organisation, figures, stopLink }: IssueMail, language) => {
    const [name, owner] = [inertName(mailing), inertName(organisation)]
    const words = {
      en: {
        confirmed: `You get this email because you confirmed that you want these figures of ${owner}.`,
        asked: 'You get this email because you sent it to yourself.',
        stop: 'Stop these emails',
      },
      de: {
        confirmed: `Sie erhalten diese E-Mail, weil Sie bestätigt haben, dass Sie diese Kennzahlen von ${owner} möchten.`,
        asked: 'Sie erhalten diese E-Mail, weil Sie sie an sich selbst gesendet haben.',
        stop: 'Keine dieser E-Mails mehr',
      },
    }[language]
    return layout({
      language,
      subject: `${name}: ${periodWords(figures, language)}`,
      heading: `${owner}: ${name}`,
      blocks: figureBlocks(figures, language),
      footer: stopLink === null ? words.asked : words.confirmed,
      ...(stopLink === null ? {} : { stop: { label: words.stop, url: stopLink } }),
    })
  },
})
