/** Does one operation of a push: each kind by the function of its single call. */
import { type OperationFields, type OperationKind, operationKinds } from '#contracts/scout/phone/sync.ts'
import { change, confirm, report, verify, withdraw } from '#server/modules/scout/findings/public.ts'
import type { OwnScout } from '#server/modules/scout/own/public.ts'
import {
  accept,
  answer,
  begin,
  complete,
  createExtra,
  decline,
  pause,
  reopen,
  skip,
  start,
  submit,
} from '#server/modules/scout/rounds/public.ts'
import type { RealmContext, ScoutActor } from '#server/platform/context.ts'
import { forbidden, invalid } from '#server/platform/errors.ts'
import { check } from '#server/platform/gate/validate.ts'
import type { Operation } from '#server/platform/operations.ts'

export interface PushedOperation extends Operation {
  readonly kind: string
  readonly [field: string]: unknown
}

/** What became of an operation, beside its id. */
export interface Done {
  readonly conflictId?: string | undefined
  /** for the audit log; single answers are not in it */
  readonly audited?: { readonly id: string; readonly name: string; readonly fields: readonly string[] }
}

const idFields = ['roundId', 'stopId', 'inspectionId', 'findingId', 'mediaId', 'amenityId'] as const
const idsIn = (operation: PushedOperation): string[] =>
  idFields.flatMap((name) => (typeof operation[name] === 'string' ? [operation[name]] : []))

/** clientId → what that operation made. */
export type KnownIds = Map<string, string>

const madeText = `select client_id, task_id from task_operation
  where tenant_id = $1 and caller = $2 and client_id = any($3::text[]) and task_id is not null`

/** What earlier pushes made, for the ids that these operations name. */
export const openKnownIds = async (
  ctx: RealmContext<ScoutActor>,
  operations: readonly PushedOperation[],
): Promise<KnownIds> => {
  const named = [...new Set([...operations.flatMap(idsIn), ...operations.map(({ clientId }) => clientId)])]
  const rows = await ctx.run<{ client_id: string; task_id: string }>(madeText, [
    ctx.tenantId,
    ctx.actor.id,
    named,
  ])
  return new Map(rows.map(({ client_id, task_id }) => [client_id, task_id]))
}

const isKind = (kind: string): kind is OperationKind => Object.hasOwn(operationKinds, kind)

/** Kinds whose acts are in the audit log. */
const audited: ReadonlySet<OperationKind> = new Set<OperationKind>([
  'round.create',
  'round.accept',
  'round.decline',
  'round.submit',
  'finding.create',
  'finding.withdraw',
  'finding.verify',
])

interface Caller {
  readonly ctx: RealmContext<ScoutActor>
  readonly scout: OwnScout
  readonly clientId: string
  readonly at: Date
}

interface Made {
  readonly id: string
  readonly conflictId?: string | undefined
}

type Performers = {
  readonly [K in OperationKind]: (caller: Caller, fields: OperationFields[K]) => Promise<Made>
}

const originOf = ({ ctx, clientId, at }: Caller) => ({ clientId, session: ctx.actor.sessionId, said: at })

const performers: Performers = {
  'round.create': async ({ ctx, scout }, fields) => ({ id: await createExtra(ctx, scout, fields) }),
  'round.accept': async ({ ctx, scout }, { roundId: id }) => {
    await accept(ctx, scout, id)
    return { id }
  },
  'round.decline': async ({ ctx, scout }, { roundId: id, ...fields }) => {
    await decline(ctx, scout, id, fields)
    return { id }
  },
  'round.start': async ({ ctx, scout, at }, { roundId: id, ...fields }) => {
    await start(ctx, scout, id, fields, at)
    return { id }
  },
  'round.pause': async ({ ctx, scout }, { roundId: id, ...fields }) => {
    await pause(ctx, scout, id, fields)
    return { id }
  },
  'round.submit': async ({ ctx, scout, at }, { roundId: id, ...fields }) => {
    await submit(ctx, scout, id, fields, at)
    return { id }
  },
  'inspection.begin': async ({ ctx, scout, at }, { roundId, ...fields }) => ({
    id: await begin(ctx, scout, roundId, fields, at),
  }),
  'inspection.answers': async (caller, { inspectionId: id, answers }) => ({
    id,
    conflictId: await answer(caller.ctx, caller.scout, id, answers, originOf(caller)),
  }),
  'inspection.complete': async ({ ctx, scout, at }, { inspectionId: id }) => {
    await complete(ctx, scout, id, at)
    return { id }
  },
  'inspection.skip': async ({ ctx, scout, at }, { inspectionId: id, ...fields }) => {
    await skip(ctx, scout, id, fields, at)
    return { id }
  },
  'inspection.reopen': async ({ ctx, scout, at }, { inspectionId: id }) => {
    await reopen(ctx, scout, id, at)
    return { id }
  },
  'finding.create': async (caller, fields) => ({
    id: await report(caller.ctx, caller.scout, fields, originOf(caller)),
  }),
  'finding.update': async (caller, { findingId: id, ...fields }) => ({
    id,
    conflictId: await change(caller.ctx, caller.scout, id, fields, originOf(caller)),
  }),
  'finding.withdraw': async ({ ctx, scout }, { findingId: id, ...fields }) => {
    await withdraw(ctx, scout, id, fields)
    return { id }
  },
  'finding.verify': async ({ ctx, scout, at }, { findingId: id, ...fields }) => {
    await verify(ctx, scout, id, fields, at)
    return { id }
  },
  'media.confirm': async ({ ctx, scout }, { mediaId: id, ...fields }) => {
    await confirm(ctx, scout, id, fields)
    return { id }
  },
}

const perform = async <K extends OperationKind>(
  caller: Caller,
  kind: K,
  operation: PushedOperation,
): Promise<Made> => {
  const fields = check(operationKinds[kind], operation, 'operation') as OperationFields[K]
  return performers[kind](caller, fields)
}

/** For `runEach`. @param known what earlier operations made; those done here are added */
export const performer =
  (ctx: RealmContext<ScoutActor>, scout: OwnScout, known: KnownIds, done: Map<string, Done>) =>
  async (operation: PushedOperation, said: Date): Promise<string> => {
    const { clientId, kind } = operation
    if (!isKind(kind)) throw invalid('operation.kind', 'is unknown')
    const at = said > ctx.now ? ctx.now : said
    // What was done before the last day ended may be sent afterwards.
    if (at >= scout.ends_at) throw forbidden('Your access was not valid when this was done')
    const named = Object.fromEntries(
      idFields.flatMap((name) => {
        const made = known.get(String(operation[name]))
        return made === undefined ? [] : [[name, made]]
      }),
    )
    const { id, conflictId } = await perform({ ctx, scout, clientId, at }, kind, { ...operation, ...named })
    known.set(clientId, id)
    done.set(clientId, {
      conflictId,
      ...(audited.has(kind) ? { audited: { id, name: '', fields: [kind] } } : {}),
    })
    return id
  }
