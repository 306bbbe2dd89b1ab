/** What lists of rules share: a rule is switched on and off in its row, edited, copied and deleted. */
import { Switch } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Endpoint } from '#contracts/kit/endpoint.ts'
import { type Call, useRun } from '../lib/api.ts'
import { useMessages } from '../lib/language.tsx'
import { Confirm } from '../parts/confirm.tsx'
import { ErrorPanel } from '../parts/states.tsx'
import type { Action, Close, ListColumn } from './declaration.ts'

interface Rule {
  readonly enabled: boolean
}

interface RuleActions<R extends Rule> {
  readonly nameOf: (rule: R) => string
  readonly update: Endpoint
  /** with the version that is on the screen */
  readonly write: (rule: R, change: { readonly enabled: boolean }) => Call
  readonly editor: (rule: R, close: Close) => ReactNode
}

/** @returns `fault` of the last switch, the column with the switches, and the action that edits */
export const useRuleActions = <R extends Rule>({ nameOf, update, write, editor }: RuleActions<R>) => {
  const { words } = useMessages()
  const run = useRun()
  const enabled: ListColumn<R> = {
    key: 'enabled',
    head: words.ruleOn,
    cell: (rule) => (
      <Switch
        aria-label={words.ruleIsOn({ name: nameOf(rule) })}
        checked={rule.enabled}
        onChange={(event) => run.mutate(write(rule, { enabled: event.currentTarget.checked }))}
      />
    ),
  }
  return {
    fault: run.error ? <ErrorPanel error={run.error} /> : null,
    enabled,
    edit: (rule: R): Action => ({
      label: words.edit,
      by: update,
      layer: (close) => editor(rule, close),
    }),
  }
}

/** The name that a copy has, and that it is off until somebody has looked at it. */
export interface CopyHead {
  readonly name: string
  readonly enabled: false
}

const longestName = 120

interface CopyActions<R> {
  readonly copy: (rule: R, head: CopyHead) => Call
  readonly remove: (rule: R) => Call
  /** of the button, e.g. "Delete rule" */
  readonly removeLabel: string
  /** what stays and what goes */
  readonly removeHelp: string
}

/** Of rules whose copy needs no question: they have a name, and a copy does nothing while it is off. */
export const useCopyActions = <R extends { readonly name: string }>(own: CopyActions<R>) => {
  const { words } = useMessages()
  return {
    duplicate: (rule: R): Action => ({
      label: words.duplicate,
      said: words.duplicated,
      call: own.copy(rule, {
        name: words.copyOf({ name: rule.name }).slice(0, longestName),
        enabled: false,
      }),
    }),
    remove: (rule: R): Action => {
      const call = own.remove(rule)
      return {
        label: own.removeLabel,
        by: call.endpoint,
        layer: (close) => (
          <Confirm
            title={words.deleteOf({ name: rule.name })}
            submit={own.removeLabel}
            call={call}
            onClose={close}
          >
            {own.removeHelp}
          </Confirm>
        ),
      }
    },
  }
}
