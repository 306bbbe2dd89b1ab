import { applyWizard, type WizardPreview } from '#contracts/wizard.ts'
import { ServiceError } from '#server/platform/errors.ts'
import { auditEach } from '#server/platform/gate/audit.ts'
import { serve } from '#server/platform/http/serve.ts'
import { isExample, obstaclesOf } from './draft/counts.ts'
import { createPlanned } from './draft/create-planned.ts'
import { planDraft } from './draft/present-state.ts'
import { lockRun, type StoredSteps, writeRun } from './draft/stored.ts'

const refusal = (faults: WizardPreview['faults']): ServiceError => {
  const details = faults
    .slice(0, 20)
    .map(({ step, row, column, message }) => ({ path: `steps.${step}.${row}.${column}`, message }))
  const said = details.map(({ path, message }) => `${path}: ${message}`).join('; ')
  return new ServiceError('VALIDATION_ERROR', said.slice(0, 500), { details })
}

/** Email addresses stay in the members' rows only; those that were left out stay in the draft. */
const withoutPeople = (steps: StoredSteps): StoredSteps => {
  if (!steps.TEAM) return steps
  const left = steps.TEAM.data.rows?.filter(({ skip }) => skip) ?? []
  return { ...steps, TEAM: { ...steps.TEAM, data: left.length > 0 ? { rows: left } : {} } }
}

export default serve(applyWizard)(async (ctx, { body }) => {
  const run = await lockRun(ctx)
  if (run.state === 'APPLIED' && run.result) {
    auditEach(ctx, [])
    return run.result
  }
  if (body?.version !== undefined && body.version !== run.version)
    throw new ServiceError('PRECONDITION_FAILED', 'This was changed in the meantime; load it again')
  const { plan, facts, drafted } = await planDraft(ctx, run)
  const faults = obstaclesOf(plan, facts.words)
  if (faults.length > 0) throw refusal(faults)
  if (isExample(plan, drafted) && !body?.example)
    throw refusal([{ step: 'BUILDING', row: 1, column: 'name', message: facts.words.stillExample }])
  const result = await createPlanned(ctx, plan, facts)
  await writeRun(ctx, { ...run, state: 'APPLIED', steps: withoutPeople(run.steps), result })
  return result
})
