/** When feedback becomes a task or a notice; each rule reads as a sentence, in the order in which they are tried. */
import { Switch } from '@mantine/core'
import {
  createAlertRule,
  deleteAlertRule,
  type listAlertRules,
  updateAlertRule,
} from '#contracts/admin/alert-rules.ts'
import { callOf, useAct } from '../../lib/api.ts'
import { useWords } from '../../lib/language.tsx'
import type { UseList } from '../../list/declaration.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { ErrorPanel } from '../../parts/states.tsx'
import { RuleEditor } from './rule-editor.tsx'
import { RuleSentence } from './rule-sentence.tsx'
import { ruleWords } from './words.ts'

export const useList: UseList<typeof listAlertRules> = () => {
  const { words } = useWords()
  const t = useWords(ruleWords)
  const update = useAct(updateAlertRule)
  return {
    name: ({ name }) => name,
    help: t.help,
    first: { title: t.noneTitle, help: t.noneHelp },
    note: update.error ? <ErrorPanel error={update.error} /> : null,
    create: [
      {
        label: t.newRule,
        by: createAlertRule,
        layer: (close) => <RuleEditor rule={undefined} onClose={close} />,
      },
    ],
    opens: (rule) => ({
      label: words.edit,
      by: updateAlertRule,
      layer: (close) => <RuleEditor rule={rule} onClose={close} />,
    }),
    columns: [
      {
        key: 'name',
        head: words.name,
        cell: ({ name }) => name,
        below: (rule) => <RuleSentence rule={rule} />,
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
    order: ({ id, version }, { position }) =>
      callOf(updateAlertRule, { params: { id }, ifMatch: version, body: { position } }),
    acts: (rule) => [
      {
        label: words.edit,
        by: updateAlertRule,
        layer: (close) => <RuleEditor rule={rule} onClose={close} />,
      },
      {
        // Below the one that it is a copy of, and off until somebody has looked at it.
        label: t.duplicate,
        said: t.duplicated,
        call: callOf(createAlertRule, {
          body: {
            name: t.copyOf({ name: rule.name }).slice(0, 120),
            trigger: rule.trigger,
            scope: rule.scope,
            action: rule.action,
            windowMinutes: rule.windowMinutes,
            enabled: false,
            position: rule.position + 1,
          },
        }),
      },
      !rule.builtIn && {
        label: t.delete,
        by: deleteAlertRule,
        layer: (close) => (
          <Confirm
            title={t.deleteTitle({ name: rule.name })}
            submit={t.delete}
            call={callOf(deleteAlertRule, { params: { id: rule.id }, ifMatch: rule.version })}
            onClose={close}
          >
            {t.deleteHelp}
          </Confirm>
        ),
      },
    ],
  }
}
