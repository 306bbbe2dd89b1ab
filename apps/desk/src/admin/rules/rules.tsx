/** When feedback becomes a task or a notice; each rule reads as a sentence, in the order in which they are tried. */
import { Button, Menu, Switch } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import {
  type AlertRule,
  deleteAlertRule,
  listAlertRules,
  updateAlertRule,
} from '#contracts/admin/alert-rules.ts'
import { useAct, useApi } from '../../lib/api.ts'
import { useFormat } from '../../lib/format.ts'
import { useNames, useT } from '../../lib/language.tsx'
import { Confirm } from '../../parts/dialog.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Answer, Empty, ErrorPanel, Needs } from '../../parts/states.tsx'
import { Pager } from '../../parts/table.tsx'
import { useBuildingChoices } from '../choices.ts'
import { RuleEditor } from './rule-editor.tsx'
import { type RuleNames, ruleSentence } from './sentence.ts'

const route = getRouteApi('/rules')

const Remove = ({ rule, onClose }: { rule: AlertRule; onClose: () => void }) => {
  const { rules } = useT()
  const remove = useAct(deleteAlertRule)
  return (
    <Confirm
      title={rules.deleteTitle(rule.name)}
      opened
      onClose={onClose}
      submit={rules.delete}
      busy={remove.isPending}
      error={remove.error}
      onSubmit={() =>
        remove.mutate({ params: { id: rule.id }, ifMatch: rule.version }, { onSuccess: onClose })
      }
    >
      {rules.deleteHelp}
    </Confirm>
  )
}

const RuleList = () => {
  const t = useT()
  const { page } = route.useSearch()
  const { list: join } = useFormat()
  const own = useNames()
  const buildings = useBuildingChoices()
  const update = useAct(updateAlertRule)
  const list = useApi(listAlertRules, { query: { sort: 'position', page, pageSize: 100 } }, { keep: true })
  const [layer, setLayer] = useState<{ kind: 'new' } | { kind: 'edit' | 'delete'; rule: AlertRule }>()
  const close = (): void => setLayer(undefined)
  const names: RuleNames = {
    ...own,
    building: (id) => buildings.choices.find(({ value }) => value === id)?.label ?? '…',
    list: join,
  }
  const rows = list.data?.items ?? []
  const change = (rule: AlertRule, body: { enabled?: boolean; position?: number }): void =>
    update.mutate({ params: { id: rule.id }, ifMatch: rule.version, body })
  return (
    <Screen
      title={t.places.rules}
      beside={<p className="quiet">{t.rules.help}</p>}
      actions={
        <Button variant="filled" onClick={() => setLayer({ kind: 'new' })}>
          {t.rules.newRule}
        </Button>
      }
    >
      {update.error ? <ErrorPanel error={update.error} /> : null}
      <Answer of={list}>
        {(answer) =>
          answer.total === 0 ? (
            <Empty title={t.rules.noneTitle}>{t.rules.noneHelp}</Empty>
          ) : (
            <>
              <ol className="rules">
                {answer.items.map((rule, index) => (
                  <li key={rule.id} data-off={!rule.enabled || undefined}>
                    <div>
                      <button
                        type="button"
                        className="as-link row-name"
                        data-row-link
                        onClick={() => setLayer({ kind: 'edit', rule })}
                      >
                        {rule.name}
                      </button>
                      <p>{ruleSentence(rule, t, names)}</p>
                    </div>
                    <span className="row-acts">
                      <Switch
                        aria-label={t.rules.enabledOf(rule.name)}
                        checked={rule.enabled}
                        onChange={(event) => change(rule, { enabled: event.currentTarget.checked })}
                      />
                      <Menu position="bottom-end">
                        <Menu.Target>
                          <Button size="compact-sm" aria-label={`${t.tasks.more}: ${rule.name}`}>
                            {t.tasks.more}
                          </Button>
                        </Menu.Target>
                        <Menu.Dropdown>
                          <Menu.Item onClick={() => setLayer({ kind: 'edit', rule })}>
                            {t.words.edit}
                          </Menu.Item>
                          {index > 0 ? (
                            <Menu.Item
                              onClick={() => change(rule, { position: rows[index - 1]?.position ?? 0 })}
                            >
                              {t.floors.up}
                            </Menu.Item>
                          ) : null}
                          {index < rows.length - 1 ? (
                            <Menu.Item
                              onClick={() =>
                                change(rule, { position: rows[index + 1]?.position ?? rule.position + 1 })
                              }
                            >
                              {t.floors.down}
                            </Menu.Item>
                          ) : null}
                          {rule.builtIn ? null : (
                            <Menu.Item onClick={() => setLayer({ kind: 'delete', rule })}>
                              {t.rules.delete}
                            </Menu.Item>
                          )}
                        </Menu.Dropdown>
                      </Menu>
                    </span>
                  </li>
                ))}
              </ol>
              <Pager page={answer.page} totalPages={answer.totalPages} total={answer.total} />
            </>
          )
        }
      </Answer>
      {layer?.kind === 'new' ? <RuleEditor rule={undefined} names={names} onClose={close} /> : null}
      {layer?.kind === 'edit' ? <RuleEditor rule={layer.rule} names={names} onClose={close} /> : null}
      {layer?.kind === 'delete' ? <Remove rule={layer.rule} onClose={close} /> : null}
    </Screen>
  )
}

export const Rules = () => (
  <Needs level="ADMIN" title={useT().places.rules}>
    <RuleList />
  </Needs>
)
