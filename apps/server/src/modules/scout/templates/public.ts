/** What other modules may use of checklists. */
export { presentTemplates } from './present-template.ts'
export { insertTemplate } from './write-template.ts'
