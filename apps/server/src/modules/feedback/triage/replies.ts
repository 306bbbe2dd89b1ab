/** The team's replies to visitors, each to one submission. */
import type { VisitorLanguage } from '#contracts/kit/vocabulary.ts'
import type { Author } from '#contracts/records.ts'
import type { TenantContext } from '#server/platform/context.ts'

export interface OwnReply {
  readonly id: string
  readonly at: Date
  readonly text: string
  readonly author: Author
  readonly language: VisitorLanguage | null
}

interface ReplyRow {
  id: string
  created_at: Date
  text: string
  author_kind: 'USER' | 'KEY'
  author_id: string
  author_name: string
  language: VisitorLanguage | null
}

/** Oldest first. */
export const repliesOf = async (ctx: TenantContext, feedbackId: string): Promise<OwnReply[]> => {
  const rows = await ctx.run<ReplyRow>(
    `select id, created_at, text, author_kind, author_id, author_name, language from feedback_reply
     where tenant_id = $1 and feedback_id = $2 order by created_at, id`,
    [ctx.tenantId, feedbackId],
  )
  return rows.map((row) => ({
    id: row.id,
    at: row.created_at,
    text: row.text,
    author: { id: row.author_id, name: row.author_name, kind: row.author_kind },
    language: row.language,
  }))
}
