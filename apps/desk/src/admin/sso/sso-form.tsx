/** One step of single sign-on: saved by itself, says so where it happened. What it leaves out stays as it is. */
import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { type Sso, type SsoChanges, updateSso } from '#contracts/admin/sso.ts'
import { useAct } from '../../lib/api.ts'
import { useT } from '../../lib/language.tsx'
import { LeaveGuard } from '../../parts/leave-guard.tsx'
import { ErrorPanel } from '../../parts/states.tsx'

interface SsoFormProps<Draft> {
  readonly sso: Sso
  readonly before: Draft
  readonly write: (draft: Draft) => Partial<SsoChanges>
  readonly problem: (draft: Draft) => string | undefined
  readonly submit: string
  readonly children: (draft: Draft, set: (part: Partial<Draft>) => void) => ReactNode
}

export const SsoForm = <Draft,>({ sso, before, ...props }: SsoFormProps<Draft>) => {
  const { words } = useT()
  const save = useAct(updateSso)
  const [changes, setChanges] = useState<Partial<Draft>>({})
  const [tried, setTried] = useState(false)
  const draft = { ...before, ...changes }
  const dirty = JSON.stringify(draft) !== JSON.stringify(before)
  const problem = props.problem(draft)
  const set = (part: Partial<Draft>): void => {
    if (save.isSuccess || save.isError) save.reset()
    setChanges({ ...changes, ...part })
  }
  const send = (): void => {
    setTried(true)
    if (problem) return
    save.mutate(
      { ifMatch: sso.version, body: { enabled: sso.enabled, ...props.write(draft) } },
      {
        onSuccess: () => {
          setChanges({})
          setTried(false)
        },
      },
    )
  }
  return (
    <form
      className="page-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        send()
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
          {props.submit}
        </Button>
        <span role="status">{save.isSuccess && !dirty ? words.saved : ''}</span>
      </div>
      <LeaveGuard dirty={dirty && !save.isPending} />
    </form>
  )
}
