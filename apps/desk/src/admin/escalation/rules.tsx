/** ADM-15: escalation rules, each shown as a sentence. */
import {
  createEscalationRule,
  deleteEscalationRule,
  type EscalationRule,
  type listEscalationRules,
  updateEscalationRule,
} from '#contracts/escalation/rules.ts'
import { type Call, callOf } from '#desk-kit/lib/api.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import type { UseList } from '#desk-kit/list/declaration.ts'
import { useCopyActions, useRuleActions } from '#desk-kit/list/rule-actions.tsx'
import { escalationMessages } from './messages.ts'
import { RuleEditor } from './rule-editor.tsx'
import { EscalationSentence } from './sentence.tsx'
import { Timeline } from './timeline.tsx'

export const useList: UseList<typeof listEscalationRules> = () => {
  const { words } = useMessages()
  const t = useMessages(escalationMessages)
  const write = ({ id, version }: EscalationRule, body: { enabled: boolean }): Call =>
    callOf(updateEscalationRule, { params: { id }, ifMatch: version, body })
  const own = useRuleActions<EscalationRule>({
    nameOf: ({ name }) => name,
    update: updateEscalationRule,
    write,
    editor: (rule, close) => <RuleEditor rule={rule} onClose={close} />,
  })
  const copies = useCopyActions<EscalationRule>({
    copy: (rule, head) =>
      callOf(createEscalationRule, {
        body: {
          ...head,
          scope: rule.scope,
          level: rule.level,
          then: rule.then,
        },
      }),
    remove: ({ id, version }) => callOf(deleteEscalationRule, { params: { id }, ifMatch: version }),
    removeLabel: t.delete,
    removeHelp: t.deleteHelp,
  })
  return {
    name: ({ name }) => name,
    help: t.help,
    first: { title: t.noneTitle, help: t.noneHelp },
    note: own.fault ?? <Timeline />,
    create: [
      {
        label: t.newRule,
        by: createEscalationRule,
        layer: (close) => <RuleEditor rule={undefined} onClose={close} />,
      },
    ],
    opens: own.edit,
    columns: [
      {
        key: 'name',
        head: words.name,
        cell: ({ name }) => name,
        below: ({ scope, level, then }) => <EscalationSentence scope={scope} level={level} then={then} />,
      },
      own.enabled,
    ],
    actions: (rule) => [own.edit(rule), copies.duplicate(rule), copies.remove(rule)],
  }
}
