import { bulkFeedback } from '#contracts/dashboard.ts'
import { handleSubmissions } from '#server/modules/feedback/public.ts'
import { invalid } from '#server/platform/errors.ts'
import { auditEach } from '#server/platform/gate/audit.ts'
import { serve } from '#server/platform/http/serve.ts'

export default serve(bulkFeedback)(async (ctx, { body: { ids, ...wish } }) => {
  if (Object.values(wish).every((value) => value === undefined))
    throw invalid('body', 'names no change: labels, done, reply or taskId')
  if (wish.replyLanguage !== undefined && wish.reply === undefined)
    throw invalid('body.replyLanguage', 'needs a reply')
  const { faults, changed } = await handleSubmissions(ctx, ids, wish)
  auditEach(ctx, changed)
  return ids.map((id) => {
    const fault = faults.get(id)
    return fault ? { id, ok: false, code: fault.code, error: fault.message } : { id, ok: true }
  })
})
