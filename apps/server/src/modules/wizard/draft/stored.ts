/** The run of a tenant as stored in its row. */
import type { Selectable } from 'kysely'
import type { WizardData, WizardResult, WizardState, WizardStepName } from '#contracts/wizard.ts'
import type { TenantContext } from '#server/platform/context.ts'
import type { WizardRun } from '#server/platform/db/tables.ts'
import { newId } from '#server/platform/ids.ts'

export interface StoredStep {
  readonly state: 'SAVED' | 'SKIPPED'
  readonly data: WizardData
}
export type StoredSteps = Readonly<Partial<Record<WizardStepName, StoredStep>>>

export interface Run {
  readonly id: string
  readonly state: WizardState['run']
  readonly template: string | null
  readonly steps: StoredSteps
  readonly result: WizardResult | null
  readonly updatedAt: Date | null
  readonly updatedBy: string | null
  readonly version: number
}

/** Before anybody has started. */
const notStarted: Run = {
  id: '',
  state: 'NOT_STARTED',
  template: null,
  steps: {},
  result: null,
  updatedAt: null,
  updatedBy: null,
  version: 1,
}

const runOf = (row: Selectable<WizardRun> | undefined): Run =>
  row && row.version > 1
    ? {
        id: row.id,
        state: row.state as Run['state'],
        template: row.template,
        steps: row.steps as unknown as StoredSteps,
        result: row.result as unknown as WizardResult | null,
        updatedAt: row.updated_at,
        updatedBy: row.updated_by,
        version: row.version,
      }
    : notStarted

export const readRun = async (ctx: TenantContext): Promise<Run> =>
  runOf(await ctx.db.selectFrom('wizard_run').selectAll().executeTakeFirst())

/** The run, locked until the commit, so that changing and applying it wait for each other. */
export const lockRun = async (ctx: TenantContext): Promise<Run> => {
  // Insert before the lock, so that two who start at the same time wait for each other too.
  await ctx.db
    .insertInto('wizard_run')
    .values({
      tenant_id: ctx.tenantId,
      id: newId(ctx.now.getTime()),
      state: 'NOT_STARTED',
      updated_at: ctx.now,
    })
    .onConflict((conflict) => conflict.column('tenant_id').doNothing())
    .execute()
  return runOf(await ctx.db.selectFrom('wizard_run').selectAll().forUpdate().executeTakeFirst())
}

/** Writes a locked run as its next version. */
export const writeRun = async (
  ctx: TenantContext,
  run: Pick<Run, 'state' | 'template' | 'steps' | 'result' | 'version'>,
): Promise<Run> => {
  const row = await ctx.db
    .updateTable('wizard_run')
    .set({
      state: run.state,
      template: run.template,
      steps: JSON.stringify(run.steps),
      result: run.result === null ? null : JSON.stringify(run.result),
      updated_at: ctx.now,
      updated_by: ctx.actor.kind === 'USER' ? ctx.actor.id : null,
      version: run.version + 1,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return runOf(row)
}
