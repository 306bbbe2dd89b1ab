/** One part of the settings: saved by itself, says so where it happened. */
import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { CallInput } from '#client/types.ts'
import { type Settings, updateSettings } from '#contracts/admin/settings.ts'
import { useAct } from '../../lib/api.ts'
import { useT } from '../../lib/language.tsx'
import { LeaveGuard } from '../../parts/leave-guard.tsx'
import { Section } from '../../parts/screen.tsx'
import { ErrorPanel } from '../../parts/states.tsx'

export type SettingsBody = CallInput<typeof updateSettings>['body']

interface SectionFormProps<Draft> {
  readonly title: string
  readonly settings: Settings
  readonly read: (settings: Settings) => Draft
  readonly write: (draft: Draft) => SettingsBody
  readonly problem?: (draft: Draft) => string | undefined
  readonly children: (draft: Draft, set: (part: Partial<Draft>) => void) => ReactNode
}

export const SectionForm = <Draft,>(props: SectionFormProps<Draft>) => {
  const { words } = useT()
  const save = useAct(updateSettings, { withMe: true })
  const before = props.read(props.settings)
  const [changes, setChanges] = useState<Partial<Draft>>({})
  const [tried, setTried] = useState(false)
  const draft = { ...before, ...changes }
  const dirty = JSON.stringify(draft) !== JSON.stringify(before)
  const problem = props.problem?.(draft)
  const set = (part: Partial<Draft>): void => {
    if (save.isSuccess || save.isError) save.reset()
    setChanges({ ...changes, ...part })
  }
  return (
    <Section title={props.title}>
      <form
        className="page-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setTried(true)
          if (problem) return
          save.mutate(
            { ifMatch: props.settings.version, body: props.write(draft) },
            {
              onSuccess: () => {
                setChanges({})
                setTried(false)
              },
            },
          )
        }}
      >
        {props.children(draft, set)}
        {tried && problem ? (
          <p className="field-problem" role="alert">
            {problem}
          </p>
        ) : null}
        {save.error ? <ErrorPanel error={save.error} /> : null}
        <div className="form-foot">
          <Button type="submit" variant="filled" loading={save.isPending}>
            {words.save}
          </Button>
          <span role="status">{save.isSuccess && !dirty ? words.saved : ''}</span>
        </div>
        <LeaveGuard dirty={dirty && !save.isPending} />
      </form>
    </Section>
  )
}
