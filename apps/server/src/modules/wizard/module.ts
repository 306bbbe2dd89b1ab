import * as contracts from '#contracts/wizard.ts'
import { module } from '#server/platform/module.ts'
import applyWizard from './apply-wizard.ts'
import getWizardState from './get-wizard-state.ts'
import listWizardTemplates from './list-wizard-templates.ts'
import previewWizard from './preview-wizard.ts'
import saveWizardState from './save-wizard-state.ts'

export default module({
  name: 'wizard',
  implements: contracts,
  handlers: { applyWizard, getWizardState, listWizardTemplates, previewWizard, saveWizardState },
})
