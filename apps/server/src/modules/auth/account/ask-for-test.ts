/** "Send me a test": a push to the caller's devices that have notifications on, otherwise an email. */
import type { TestNotification } from '#contracts/preferences.ts'
import type { StaffContext } from '#server/platform/context.ts'
import { ServiceError } from '#server/platform/errors.ts'
import { ask } from '#server/platform/mail/define.ts'
import { testNotification } from '../mails/test-notification.ts'

const atMost = 5
const windowMs = 10 * 60_000

/**
 * The caller has locked the person's row.
 * @throws ServiceError RATE_LIMITED after five within ten minutes
 */
export const askForTest = async (
  ctx: StaffContext,
  userId: string,
  devices: number,
): Promise<TestNotification> => {
  const [row] = await ctx.run<{ tested_at: Date[] }>(
    'select tested_at from app_user where tenant_id = $1 and id = $2',
    [ctx.tenantId, userId],
  )
  const recent = (row?.tested_at ?? []).filter((at) => ctx.now.getTime() - at.getTime() < windowMs)
  const [oldest] = recent
  if (oldest && recent.length >= atMost)
    throw new ServiceError('RATE_LIMITED', 'Too many test notifications; please try again later', {
      headers: {
        'retry-after': String(Math.ceil((oldest.getTime() + windowMs - ctx.now.getTime()) / 1000)),
      },
    })
  await ctx.run('update app_user set tested_at = $3 where tenant_id = $1 and id = $2', [
    ctx.tenantId,
    userId,
    [...recent, ctx.now],
  ])
  await ask(ctx, testNotification, { userId })
  return { by: devices > 0 ? 'PUSH' : 'MAIL', devices }
}
