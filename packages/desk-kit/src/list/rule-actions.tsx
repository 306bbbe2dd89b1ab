/** Shared by lists of rules: switch in the row, edit, copy and delete. */
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
  /** carries the version that is on the screen */
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

/** Name and state of a copy: it is off until somebody reviews it. */
export interface CopyHead {
  readonly name: string
  readonly enabled: false
}

const longestName = 120

interface CopyActions<R> {
  readonly copy: (rule: R, head: CopyHead) => Call
  readonly remove: (rule: R) => Call
  /** e.g. "Delete rule" */
  readonly removeLabel: string
  /** what is deleted and what is kept */
  readonly removeHelp: string
}

/** For rules that are copied without a form: the copy is off and does nothing yet. */
export const useCopyActions = <R extends { readonly name: string }>(own: CopyActions<R>) => {
  const { words } = useMessages()
  return {
    duplicate: (rule: R): Action => ({
      label: words.duplicate,
      message: words.duplicated,
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
