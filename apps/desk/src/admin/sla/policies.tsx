/** ADM-15: how soon tasks are to be begun and done; the first policy that holds the place decides. */
import { Switch } from '@mantine/core'
import {
  createSlaPolicy,
  deleteSlaPolicy,
  type listSlaPolicies,
  updateSlaPolicy,
} from '#contracts/admin/sla-policies.ts'
import { callOf, useAct } from '../../lib/api.ts'
import { useWords } from '../../lib/language.tsx'
import type { UseList } from '../../list/declaration.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { ErrorPanel } from '../../parts/states.tsx'
import { ScopeText } from '../scope-text.tsx'
import { PolicyEditor } from './policy-editor.tsx'
import { TargetsInShort } from './target-fields.tsx'
import { slaWords } from './words.ts'

export const useList: UseList<typeof listSlaPolicies> = () => {
  const { words } = useWords()
  const t = useWords(slaWords)
  const update = useAct(updateSlaPolicy)
  return {
    name: ({ name }) => name,
    help: t.help,
    first: { title: t.noneTitle, help: t.noneHelp },
    note: update.error ? <ErrorPanel error={update.error} /> : null,
    create: [
      {
        label: t.newPolicy,
        by: createSlaPolicy,
        layer: (close) => <PolicyEditor policy={undefined} onClose={close} />,
      },
    ],
    opens: (policy) => ({
      label: words.edit,
      by: updateSlaPolicy,
      layer: (close) => <PolicyEditor policy={policy} onClose={close} />,
    }),
    columns: [
      {
        key: 'name',
        head: words.name,
        cell: ({ name }) => name,
        below: ({ scope }) => <ScopeText scope={scope} />,
      },
      { key: 'targets', head: t.targets, cell: ({ targets }) => <TargetsInShort targets={targets} /> },
      {
        key: 'hours',
        head: t.hours,
        cell: ({ calendar }) => (calendar?.weekly ? t.ownHours : t.hoursOfBuilding),
        below: ({ calendar }) =>
          calendar?.holidays ? t.closedDays({ count: calendar.holidays.length }) : null,
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
      callOf(updateSlaPolicy, { params: { id }, ifMatch: version, body: { position } }),
    acts: (policy) => [
      {
        label: words.edit,
        by: updateSlaPolicy,
        layer: (close) => <PolicyEditor policy={policy} onClose={close} />,
      },
      {
        // Below the one that it is a copy of, and off until somebody has looked at it.
        label: t.duplicate,
        call: callOf(createSlaPolicy, {
          body: {
            name: t.copyOf({ name: policy.name }).slice(0, 120),
            scope: policy.scope,
            targets: policy.targets,
            calendar: policy.calendar,
            enabled: false,
            position: policy.position + 1,
          },
        }),
      },
      {
        label: t.delete,
        by: deleteSlaPolicy,
        layer: (close) => (
          <Confirm
            title={t.deleteTitle({ name: policy.name })}
            submit={t.delete}
            call={callOf(deleteSlaPolicy, { params: { id: policy.id }, ifMatch: policy.version })}
            onClose={close}
          >
            {t.deleteHelp}
          </Confirm>
        ),
      },
    ],
  }
}
