import type { Handler } from '#server/platform/http/serve.ts'
import createAlertRule from './create-alert-rule.ts'
import deleteAlertRule from './delete-alert-rule.ts'
import listAlertRules from './list-alert-rules.ts'
import updateAlertRule from './update-alert-rule.ts'

export const routes: readonly Handler[] = [listAlertRules, createAlertRule, updateAlertRule, deleteAlertRule]
