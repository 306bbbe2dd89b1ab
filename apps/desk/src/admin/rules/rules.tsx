/** Alert rules in order of evaluation, each shown as a sentence. */
import {
  type AlertRule,
  createAlertRule,
  deleteAlertRule,
  type listAlertRules,
  updateAlertRule,
} from '#contracts/alerts/rules.ts'
import { type Call, callOf } from '#desk-kit/lib/api.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import type { UseList } from '#desk-kit/list/declaration.ts'
import { useCopyActions, useRuleActions } from '#desk-kit/list/rule-actions.tsx'
import { ruleMessages } from './messages.ts'
import { RuleEditor } from './rule-editor.tsx'
import { RuleSentence } from './rule-sentence.tsx'

export const useList: UseList<typeof listAlertRules> = () => {
  const { words } = useMessages()
  const t = useMessages(ruleMessages)
  const write = ({ id, version }: AlertRule, body: { enabled?: boolean; position?: number }): Call =>
    callOf(updateAlertRule, { params: { id }, ifMatch: version, body })
  const own = useRuleActions<AlertRule>({
    nameOf: ({ name }) => name,
    update: updateAlertRule,
    write,
    editor: (rule, close) => <RuleEditor rule={rule} onClose={close} />,
  })
  const copies = useCopyActions<AlertRule>({
    // Placed after the original.
    copy: (rule, head) =>
      callOf(createAlertRule, {
        body: {
          ...head,
          trigger: rule.trigger,
          scope: rule.scope,
          action: rule.action,
          windowMinutes: rule.windowMinutes,
          position: rule.position + 1,
        },
      }),
    remove: ({ id, version }) => callOf(deleteAlertRule, { params: { id }, ifMatch: version }),
    removeLabel: t.delete,
    removeHelp: t.deleteHelp,
  })
  return {
    name: ({ name }) => name,
    help: t.help,
    first: { title: t.noneTitle, help: t.noneHelp },
    note: own.fault,
    create: [
      {
        label: t.newRule,
        by: createAlertRule,
        layer: (close) => <RuleEditor rule={undefined} onClose={close} />,
      },
    ],
    opens: own.edit,
    columns: [
      {
        key: 'name',
        head: words.name,
        cell: ({ name }) => name,
        below: (rule) => <RuleSentence rule={rule} />,
      },
      own.enabled,
    ],
    order: (rule, { position }) => write(rule, { position }),
    actions: (rule) => [own.edit(rule), copies.duplicate(rule), !rule.builtIn && copies.remove(rule)],
  }
}
