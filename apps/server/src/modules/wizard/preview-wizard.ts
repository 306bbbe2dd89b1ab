import { previewWizard } from '#contracts/wizard.ts'
import { auditEach } from '#server/platform/gate/audit.ts'
import { serve } from '#server/platform/http/serve.ts'
import { countsOf, isExample, limitsOf, obstaclesOf } from './draft/counts.ts'
import { planDraft } from './draft/present-state.ts'
import { readRun } from './draft/stored.ts'

const mostFaults = 200

export default serve(previewWizard)(async (ctx) => {
  auditEach(ctx, [])
  const run = await readRun(ctx)
  const { plan, facts, drafted } = await planDraft(ctx, run)
  const counts = countsOf(plan)
  const limits = await limitsOf(ctx, counts)
  const faults = obstaclesOf(plan, facts.words)
  return {
    ...counts,
    limits,
    faults: faults.slice(0, mostFaults),
    example: isExample(plan, drafted),
    ready: faults.length === 0 && limits.every(({ fits }) => fits),
    version: run.version,
    sheetUrl: null,
    testTrackingUrl: null,
  }
})
