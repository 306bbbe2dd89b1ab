/** Props of each screen of the wizard. */
import type { WizardState, WizardStep, WizardStepName, WizardTemplate } from '#contracts/wizard.ts'
import type { Saver } from './use-saver.ts'

export interface StageProps {
  readonly state: WizardState
  readonly saver: Saver
  readonly templates: readonly WizardTemplate[]
}

/** Every state contains all steps. */
export const stepOf = (state: WizardState, name: WizardStepName): WizardStep =>
  state.steps.find((step) => step.name === name) ?? { name, state: 'PENDING', data: {}, faults: [] }

export const faultAt = ({ faults }: WizardStep, row: number, column: string): string | undefined =>
  faults.find((fault) => fault.row === row && fault.column === column)?.message
