/** Checklists for scouts. */
import * as contracts from '#contracts/scout/admin-templates.ts'
import { module } from '#server/platform/module.ts'
import createInspectionTemplate from './create-inspection-template.ts'
import deleteInspectionTemplate from './delete-inspection-template.ts'
import listInspectionTemplates from './list-inspection-templates.ts'
import updateInspectionTemplate from './update-inspection-template.ts'

export default module({
  name: 'inspection-templates',
  implements: contracts,
  handlers: {
    createInspectionTemplate,
    deleteInspectionTemplate,
    listInspectionTemplates,
    updateInspectionTemplate,
  },
})
