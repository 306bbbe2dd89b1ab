/** ADM-15: what happens when a task is about to be late, or is; each rule reads as a sentence. */
import { Switch } from '@mantine/core'
import {
  createEscalationRule,
  deleteEscalationRule,
  type listEscalationRules,
  updateEscalationRule,
} from '#contracts/admin/escalation-rules.ts'
import { callOf, useAct } from '../../lib/api.ts'
import { useWords } from '../../lib/language.tsx'
import type { UseList } from '../../list/declaration.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { ErrorPanel } from '../../parts/states.tsx'
import { RuleEditor } from './rule-editor.tsx'
import { EscalationSentence } from './sentence.tsx'
import { Timeline } from './timeline.tsx'
import { escalationWords } from './words.ts'

export const useList: UseList<typeof listEscalationRules> = () => {
  const { words } = useWords()
  const t = useWords(escalationWords)
  const update = useAct(updateEscalationRule)
  return {
    name: ({ name }) => name,
    help: t.help,
    first: { title: t.noneTitle, help: t.noneHelp },
    note: update.error ? <ErrorPanel error={update.error} /> : <Timeline />,
    create: [
      {
        label: t.newRule,
        by: createEscalationRule,
        layer: (close) => <RuleEditor rule={undefined} onClose={close} />,
      },
    ],
    opens: (rule) => ({
      label: words.edit,
      by: updateEscalationRule,
      layer: (close) => <RuleEditor rule={rule} onClose={close} />,
    }),
    columns: [
      {
        key: 'name',
        head: words.name,
        cell: ({ name }) => name,
        below: ({ scope, level, then }) => <EscalationSentence scope={scope} level={level} then={then} />,
      },
      {
        key: 'enabled',
        head: t.enabled,
        cell: ({ id, version, name, enabled }) => (
          <Switch
            aria-label={t.enabledOf({ name })}
            checked={enabled}
            onChange={(event) =>
              update.mutate({
                params: { id },
                ifMatch: version,
                body: { enabled: event.currentTarget.checked },
              })
            }
          />
        ),
      },
    ],
    acts: (rule) => [
      {
        label: words.edit,
        by: updateEscalationRule,
        layer: (close) => <RuleEditor rule={rule} onClose={close} />,
      },
      {
        // Off until somebody has looked at it.
        label: t.duplicate,
        call: callOf(createEscalationRule, {
          body: {
            name: t.copyOf({ name: rule.name }).slice(0, 120),
            scope: rule.scope,
            level: rule.level,
            then: rule.then,
            enabled: false,
          },
        }),
      },
      {
        label: t.delete,
        by: deleteEscalationRule,
        layer: (close) => (
          <Confirm
            title={t.deleteTitle({ name: rule.name })}
            submit={t.delete}
            call={callOf(deleteEscalationRule, { params: { id: rule.id }, ifMatch: rule.version })}
            onClose={close}
          >
            {t.deleteHelp}
          </Confirm>
        ),
      },
    ],
  }
}
