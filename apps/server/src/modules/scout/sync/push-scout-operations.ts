import { pushScoutOperations } from '#contracts/scout/phone/sync.ts'
import { lockScout } from '#server/modules/scout/own/public.ts'
import { noteSync } from '#server/modules/scout/scouts/public.ts'
import { auditEach } from '#server/platform/gate/audit.ts'
import { serve } from '#server/platform/http/serve.ts'
import { runEach } from '#server/platform/operations.ts'
import { type Done, openKnownIds, type PushedOperation, performer } from './perform.ts'
import { refusal } from './refusal.ts'
import { versionsOf } from './versions.ts'

export default serve(pushScoutOperations)(async (ctx, { query, body }) => {
  const scout = await lockScout(ctx)
  await noteSync(ctx)
  const operations = body.operations as readonly PushedOperation[]
  const done = new Map<string, Done>()
  const known = await openKnownIds(ctx, operations)
  const outcomes = await runEach(ctx, operations, {
    sentAt: query.sentAt,
    perform: performer(ctx, scout, known, done),
  })
  const versions = await versionsOf(
    ctx,
    outcomes.flatMap((one) => (one.outcome !== 'REJECTED' && one.id !== null ? [one.id] : [])),
  )
  auditEach(
    ctx,
    operations.flatMap((operation, index) => {
      const audited = done.get(operation.clientId)?.audited
      return outcomes[index]?.outcome === 'APPLIED' && audited ? [audited] : []
    }),
  )
  return {
    results: operations.map(({ clientId }, index) => {
      const outcome = outcomes[index]
      if (!outcome || outcome.outcome === 'REJECTED') return { clientId, ...refusal(outcome?.fault) }
      const { id } = outcome
      const conflictId = outcome.outcome === 'APPLIED' ? done.get(clientId)?.conflictId : undefined
      return {
        clientId,
        result: conflictId === undefined ? outcome.outcome : ('CONFLICT' as const),
        id,
        version: (id !== null && versions.get(id)) || null,
        ...(conflictId === undefined ? {} : { conflictId }),
      }
    }),
  }
})
