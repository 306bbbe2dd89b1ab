/** Checks before a screen is shown, and the frame of record screens. */
import { useParams } from '@tanstack/react-router'
import type { ComponentType, ReactNode } from 'react'
import type { Endpoint } from '#contracts/kit/endpoint.ts'
import { useApi } from '../lib/api.ts'
import { hasPlan, hasRole, type RecordEndpoint, roleOf } from '../lib/contract.ts'
import { useFormat } from '../lib/format.ts'
import { useMessages } from '../lib/language.tsx'
import { highest, useViewer } from '../lib/me.ts'
import { Screen } from '../parts/screen.tsx'
import { Empty, PlanNeeded, QueryView } from '../parts/states.tsx'
import { Breadcrumb } from './breadcrumb.tsx'
import type { RecordView } from './screen-kinds.ts'
import { useScreenText } from './screen-names.ts'

interface GuardProps {
  /** key in the screen register */
  readonly name: string
  readonly title: string
  readonly reads: Endpoint
  readonly PlanTeaser?: ComponentType | undefined
  readonly children: ReactNode
}

/** Names the required role or plan instead of sending a request that would be rejected. */
export const Guard = ({ name, title, reads, PlanTeaser, children }: GuardProps) => {
  const { errors, words } = useMessages()
  const textOf = useScreenText()
  const { list } = useFormat()
  const { staff } = useViewer()
  const role = roleOf(reads)
  if (role && !hasRole(staff, reads)) {
    return (
      <Screen title={title}>
        <Empty title={errors.needsRole({ role: words.role[role] })}>
          {errors.youAre({ role: words.role[highest(staff?.user?.roles ?? [])] })}{' '}
          {role !== 'ADMIN'
            ? null
            : staff?.tenant.administrators?.length
              ? errors.whoCan({ names: list(staff.tenant.administrators) })
              : errors.someAdministrator}
        </Empty>
      </Screen>
    )
  }
  if (reads.plan && !hasPlan(staff, reads)) {
    return (
      <Screen title={title} breadcrumb={<Breadcrumb name={name} />}>
        <PlanNeeded plan={reads.plan} />
        <p>{textOf(name).about}</p>
        {PlanTeaser ? <PlanTeaser /> : null}
      </Screen>
    )
  }
  return children
}

export const useTitle = (name: string): string => useScreenText()(name).name

interface RecordScreenProps<E extends RecordEndpoint> {
  readonly name: string
  readonly title: string
  readonly reads: E
  readonly titleOf: (record: never) => string
  readonly Detail: RecordView<E>
}

/** Frame of every record: fetched by the id in the address. */
export const RecordScreen = <E extends RecordEndpoint>(props: RecordScreenProps<E>) => {
  const { id } = useParams({ strict: false }) as { id: string }
  const record = useApi(props.reads as Endpoint, { params: { id } } as never)
  const data = record.data as never
  return (
    <Screen
      title={record.data === undefined ? props.title : props.titleOf(data)}
      breadcrumb={<Breadcrumb name={props.name} />}
    >
      <QueryView of={record}>{() => <props.Detail record={data} />}</QueryView>
    </Screen>
  )
}
