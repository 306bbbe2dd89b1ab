import type { TenantContext } from '#server/platform/context.ts'
import type { LinkRow } from './link-row.ts'
import { deleteTokens, type NewToken, storeToken } from './tokens.ts'

/** Gives a locked link this token as its only one; open views end. @param pairedAt of a wall */
export const replaceToken = async (
  ctx: TenantContext,
  { id, epoch, version }: LinkRow,
  token: NewToken,
  pairedAt: Date | null,
): Promise<LinkRow> => {
  await deleteTokens(ctx, id)
  await storeToken(ctx, id, token)
  return ctx.db
    .updateTable('share_link')
    .set({
      token_hash: token.hash,
      epoch: epoch + 1,
      paired_at: pairedAt,
      seen_at: pairedAt,
      updated_at: ctx.now,
      version: version + 1,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}
