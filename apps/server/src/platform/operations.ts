/**
 * Operations of an app's outbox: each as if it had been sent alone, in the order sent, in a savepoint of its own, and
 * each only once by its `clientId`. What a phone says of times is put right by `sentAt`.
 */

import { toServerTime } from './client-time.ts'
import type { TenantContext } from './context.ts'
import { ServiceError } from './errors.ts'

export interface Operation {
  /** made by the app; unique for its caller */
  readonly clientId: string
  /** by the phone's clock */
  readonly at: string
}

/** `id` is what it was about or created. */
export type OperationResult =
  | { readonly outcome: 'APPLIED' | 'DUPLICATE'; readonly id: string | null }
  | { readonly outcome: 'REJECTED'; readonly fault: ServiceError }

/** Runs one operation in a savepoint. @returns the fault that it ended in; others than the service's own are thrown */
export type Attempt = (work: () => Promise<void>) => Promise<ServiceError | undefined>

const attemptIn =
  (ctx: TenantContext): Attempt =>
  async (work) => {
    try {
      await ctx.attempt(work)
      return undefined
    } catch (error) {
      if (error instanceof ServiceError) return error
      throw error
    }
  }

const rememberText = `insert into task_operation (tenant_id, caller, client_id, task_id, at)
  values ($1, $2, $3, $4, $5) on conflict do nothing returning client_id`
const setSubjectText =
  'update task_operation set task_id = $4 where tenant_id = $1 and caller = $2 and client_id = $3'
const knownText =
  'select task_id as id from task_operation where tenant_id = $1 and caller = $2 and client_id = $3'

/** @returns false where an operation of that clientId was done before */
export const rememberOperation = async (
  ctx: TenantContext,
  clientId: string,
  subjectId: string | null,
): Promise<boolean> => {
  const fresh = await ctx.run(rememberText, [ctx.tenantId, ctx.actor.id, clientId, subjectId, ctx.now])
  return fresh.length > 0
}

/** What an operation of that clientId was about or created; undefined where none was done. */
export const operationDone = async (
  ctx: TenantContext,
  clientId: string,
): Promise<{ readonly id: string | null } | undefined> => {
  const [known] = await ctx.run<{ id: string | null }>(knownText, [ctx.tenantId, ctx.actor.id, clientId])
  return known
}

interface Running<O> {
  /** known before it is done; else what `perform` returns */
  readonly subjectOf?: (operation: O) => string
  /** @param at when it was done, on the service's clock. @returns what it created, where that was not known before */
  readonly perform: (operation: O, at: Date) => Promise<string | undefined>
  /** by the phone's clock; undefined: its times stay as they are */
  readonly sentAt: string | undefined
  /** default: a savepoint */
  readonly attempt?: Attempt
}

export const runEach = async <O extends Operation>(
  ctx: TenantContext,
  operations: readonly O[],
  { subjectOf, perform, sentAt, attempt = attemptIn(ctx) }: Running<O>,
): Promise<OperationResult[]> => {
  const results: OperationResult[] = []
  for (const operation of operations) {
    const { clientId } = operation
    let id = subjectOf?.(operation) ?? null
    let isFresh = false
    const fault = await attempt(async () => {
      isFresh = await rememberOperation(ctx, clientId, id)
      if (!isFresh) {
        id = (await operationDone(ctx, clientId))?.id ?? null
        return
      }
      const created = await perform(operation, toServerTime(operation.at, sentAt, ctx.now))
      if (created === undefined || created === id) return
      id = created
      await ctx.run(setSubjectText, [ctx.tenantId, ctx.actor.id, clientId, id])
    })
    if (fault) results.push({ outcome: 'REJECTED', fault })
    else results.push({ outcome: isFresh ? 'APPLIED' : 'DUPLICATE', id })
  }
  return results
}
