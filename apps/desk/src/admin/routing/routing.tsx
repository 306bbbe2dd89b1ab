/** Who gets which task; each rule reads as a sentence, in the order in which they are tried. */
import { Switch } from '@mantine/core'
import {
  createRoutingRule,
  deleteRoutingRule,
  type listRoutingRules,
  type RoutingRule,
  simulateRouting,
  updateRoutingRule,
} from '#contracts/admin/routing-rules.ts'
import { callOf, useAct } from '../../lib/api.ts'
import { useWords } from '../../lib/language.tsx'
import type { UseList } from '../../list/declaration.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { Mark } from '../../parts/mark.tsx'
import { ErrorPanel } from '../../parts/states.tsx'
import { RoutingEditor } from './routing-editor.tsx'
import { RoutingSentence } from './sentence.tsx'
import { Replay, TryCase } from './try-case.tsx'
import { routingWords } from './words.ts'

export const useList: UseList<typeof listRoutingRules> = () => {
  const { words } = useWords()
  const t = useWords(routingWords)
  const update = useAct(updateRoutingRule)
  const whoOf = ({ then: { assign }, target }: RoutingRule, onCall = t.onCall): string | undefined => {
    if (!assign) return undefined
    return 'onCall' in assign ? onCall : (target?.name ?? '…')
  }
  return {
    name: ({ name }) => name,
    help: t.help,
    first: { title: t.noneTitle, help: t.noneHelp },
    note: update.error ? <ErrorPanel error={update.error} /> : null,
    create: [
      { label: t.replay, by: simulateRouting, layer: (close) => <Replay onClose={close} /> },
      { label: t.tryCase, by: simulateRouting, layer: (close) => <TryCase onClose={close} /> },
      {
        label: t.newRule,
        by: createRoutingRule,
        layer: (close) => <RoutingEditor rule={undefined} onClose={close} />,
      },
    ],
    opens: (rule) => ({
      label: words.edit,
      by: updateRoutingRule,
      layer: (close) => <RoutingEditor rule={rule} onClose={close} />,
    }),
    columns: [
      {
        key: 'name',
        head: words.name,
        cell: ({ name }) => name,
        below: (rule) => (
          <RoutingSentence when={rule.when} then={rule.then} who={whoOf(rule, t.onCallInSentence)} />
        ),
      },
      {
        key: 'target',
        head: t.goesTo,
        cell: (rule) =>
          rule.target && !rule.target.active ? (
            <>
              {rule.target.name} <Mark tone="warn">{t.notActive}</Mark>
            </>
          ) : (
            (whoOf(rule) ?? <span className="quiet">{t.pool}</span>)
          ),
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
      callOf(updateRoutingRule, { params: { id }, ifMatch: version, body: { position } }),
    acts: (rule) => [
      {
        label: words.edit,
        by: updateRoutingRule,
        layer: (close) => <RoutingEditor rule={rule} onClose={close} />,
      },
      {
        // Below the one that it is a copy of, and off until somebody has looked at it.
        label: t.duplicate,
        call: callOf(createRoutingRule, {
          body: {
            name: t.copyOf({ name: rule.name }).slice(0, 120),
            when: rule.when,
            then: rule.then,
            enabled: false,
            position: rule.position + 1,
          },
        }),
      },
      {
        label: t.delete,
        by: deleteRoutingRule,
        layer: (close) => (
          <Confirm
            title={t.deleteTitle({ name: rule.name })}
            submit={t.delete}
            call={callOf(deleteRoutingRule, { params: { id: rule.id }, ifMatch: rule.version })}
            onClose={close}
          >
            {t.deleteHelp}
          </Confirm>
        ),
      },
    ],
  }
}
