import { isDeepStrictEqual } from 'node:util'
import type { Static } from 'typebox'
import { saveWizardState, type WizardData, type WizardStepName } from '#contracts/wizard.ts'
import { invalid } from '#server/platform/errors.ts'
import { auditEach } from '#server/platform/gate/audit.ts'
import { requireVersion } from '#server/platform/gate/version.ts'
import { serve } from '#server/platform/http/serve.ts'
import { presentState } from './draft/present-state.ts'
import { whyUnreadable } from './draft/read-text.ts'
import { lockRun, type Run, type StoredStep, writeRun } from './draft/stored.ts'

type Input = Static<typeof saveWizardState.body>

const pick = <K extends keyof WizardData>(data: WizardData, ...fields: readonly K[]): Pick<WizardData, K> =>
  Object.fromEntries(Object.entries(data).filter(([field]) => fields.includes(field as K))) as Pick<
    WizardData,
    K
  >

/** The data of a step. Rows replace pasted text, and pasted text replaces counts. */
const dataFor = (step: WizardStepName, data: WizardData): WizardData => {
  const { rows, text } = data
  switch (step) {
    case 'BUILDING':
      return pick(data, 'name', 'address', 'timeZone', 'hours', 'example')
    case 'FLOORS':
    case 'TEAM':
      return rows ? { rows } : pick(data, 'text')
    case 'AMENITIES':
      if (rows) return { rows }
      return text === undefined ? pick(data, 'counts') : { text }
    case 'ALERTS':
      return pick(data, 'rules')
    default:
      return step satisfies never
  }
}

const requireOneChange = ({ template, step, data, skip, dismiss }: Input): void => {
  if (dismiss && (step ?? data ?? skip ?? template) !== undefined)
    throw invalid('body.dismiss', 'cannot be combined with other fields')
  if (!dismiss && step === undefined && template === undefined)
    throw invalid('body', 'needs a template, a step or dismiss')
  if (step === undefined && (data ?? skip) !== undefined)
    throw invalid('body.step', 'is required with data or skip')
  if (step !== undefined && (data === undefined) === (skip === undefined))
    throw invalid('body', 'a step is either saved with its data or skipped')
  const unreadable = data?.text === undefined ? undefined : whyUnreadable(data.text)
  if (unreadable !== undefined) throw invalid('body.data.text', unreadable)
}

const stepAfter = (
  before: StoredStep | undefined,
  step: WizardStepName,
  { data, skip }: Input,
): StoredStep =>
  // A skipped step keeps what was typed, for those who come back to it.
  skip ? { state: 'SKIPPED', data: before?.data ?? {} } : { state: 'SAVED', data: dataFor(step, data ?? {}) }

const runAfter = (run: Run, input: Input): Pick<Run, 'state' | 'template' | 'steps'> => {
  if (input.dismiss) {
    if (run.state === 'APPLIED') throw invalid('body.dismiss', 'the run has already been applied')
    // Email addresses are not kept in a dismissed run; they must be typed again if it continues.
    const { TEAM: _, ...steps } = run.steps
    return { ...run, state: 'DISMISSED', steps }
  }
  // After an applied run, the next building starts.
  const base: Pick<Run, 'template' | 'steps'> = run.state === 'APPLIED' ? { template: null, steps: {} } : run
  const template = input.template === undefined ? base.template : input.template
  const steps = input.step
    ? { ...base.steps, [input.step]: stepAfter(base.steps[input.step], input.step, input) }
    : base.steps
  return { state: 'IN_PROGRESS', template, steps }
}

export default serve(saveWizardState)(async (ctx, { body }) => {
  requireOneChange(body)
  const run = await lockRun(ctx)
  requireVersion(ctx, run.version)
  const { state, template, steps } = runAfter(run, body)
  const same = state === run.state && template === run.template && isDeepStrictEqual(steps, run.steps)
  if (!same) return presentState(ctx, await writeRun(ctx, { ...run, state, template, steps }))
  auditEach(ctx, [])
  return presentState(ctx, run)
})
