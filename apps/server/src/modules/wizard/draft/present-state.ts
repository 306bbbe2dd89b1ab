/** A run as the API returns it. */
import { type TemplateCode, type WizardState, wizardSteps } from '#contracts/wizard.ts'
import type { StaffContext } from '#server/platform/context.ts'
import { type Facts, readFacts } from './facts.ts'
import { type Plan, planOf } from './plan.ts'
import { type Drafted, draftOf } from './propose.ts'
import type { Run } from './stored.ts'

/** For each step; a list with more faults is fixed from the top. */
const maxFaults = 200

export interface WorkedDraft {
  readonly facts: Facts
  readonly drafted: Drafted
  readonly plan: Plan
}

/** The draft of a run and what it would create. */
export const planDraft = async (ctx: StaffContext, run: Run): Promise<WorkedDraft> => {
  const facts = await readFacts(ctx)
  const drafted = draftOf(run, facts)
  return { facts, drafted, plan: await planOf(ctx, run, drafted, facts) }
}

const nameOf = async (ctx: StaffContext, id: string): Promise<string> => {
  const [row] = await ctx.run<{ name: string }>(
    'select name from app_user where tenant_id = $1 and id = $2',
    [ctx.tenantId, id],
  )
  return row?.name ?? ''
}

/** When a code was last scanned. */
const scanOf = async (ctx: StaffContext, code: string | undefined): Promise<Date | null> => {
  if (code === undefined) return null
  const [row] = await ctx.run<{ at: Date | null }>(
    'select last_scan_at as at from qr_code where tenant_id = $1 and code = $2',
    [ctx.tenantId, code],
  )
  return row?.at ?? null
}

export const presentState = async (ctx: StaffContext, run: Run): Promise<WizardState> => {
  const { drafted, plan } = await planDraft(ctx, run)
  const pending = wizardSteps.filter((name) => run.steps[name] === undefined)
  return {
    run: run.state,
    template: run.template as TemplateCode | null,
    step: pending[0] ?? null,
    progress: { done: wizardSteps.length - pending.length, of: wizardSteps.length },
    steps: wizardSteps.map((name) => ({
      name,
      state: run.steps[name]?.state ?? 'PENDING',
      data: drafted[name],
      // After applying, faults are not checked: that its people are members now is none.
      faults: run.state === 'APPLIED' ? [] : plan.faults[name].slice(0, maxFaults),
    })),
    result: run.result,
    firstScanAt: (await scanOf(ctx, run.result?.first?.code))?.toISOString() ?? null,
    updatedAt: run.updatedAt?.toISOString() ?? null,
    updatedBy:
      run.updatedBy === null
        ? null
        : { id: run.updatedBy, name: await nameOf(ctx, run.updatedBy), kind: 'USER' },
    version: run.version,
  }
}
