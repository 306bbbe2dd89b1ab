import { changePassword } from '#contracts/auth.ts'
import { forbidden, invalid } from '#server/platform/errors.ts'
import { serve } from '#server/platform/http/serve.ts'
import { endSessions } from '../sign-in/sessions.ts'
import { assertGoodPassword } from './password-rules.ts'
import { hashPassword, verifyPassword } from './passwords.ts'

export default serve(changePassword)(async (ctx, { body }) => {
  const { actor } = ctx
  if (actor.kind !== 'USER') throw forbidden()
  const user = await ctx.db
    .selectFrom('app_user')
    .select('password_hash')
    .where('id', '=', actor.id)
    .executeTakeFirstOrThrow()
  // guard: password-known
  if (!(await verifyPassword(body.currentPassword, user.password_hash)))
    throw invalid('body.currentPassword', 'is not your password')
  if (body.newPassword.normalize('NFKC') === body.currentPassword.normalize('NFKC'))
    throw invalid('body.newPassword', 'is your current password')
  await assertGoodPassword(body.newPassword, ctx.platform.config.passwordMinLength, 'body.newPassword', [
    actor.name,
    actor.email,
    ctx.tenant.name,
  ])
  const passwordHash = await hashPassword(body.newPassword)
  await ctx.db
    .updateTable('app_user')
    .set((eb) => ({ password_hash: passwordHash, version: eb('version', '+', 1) }))
    .where('id', '=', actor.id)
    .execute()
  // guard: password-ends-sessions
  await endSessions(ctx, actor.id, { except: actor.sessionId })
  return { message: 'Your password was changed; all other devices were signed out' }
})
