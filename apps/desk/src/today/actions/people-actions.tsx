/** Actions on people: renewing a certificate, assigning cover. */
import { NativeSelect, TextInput } from '@mantine/core'
import type { OperatorDetail, Shifts } from '#contracts/operator/records.ts'
import { getOnCall, getOperator, matchOperators, setCertifications, setShifts } from '#contracts/operator.ts'
import { text } from '#desk-kit/form/fields.tsx'
import { FormDialog } from '#desk-kit/form/form-dialog.tsx'
import { useForm } from '#desk-kit/form/use-form.ts'
import { callOf, client, useAction, useApi } from '#desk-kit/lib/api.ts'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { useMe } from '#desk-kit/lib/me.ts'
import { ErrorPanel } from '#desk-kit/parts/states.tsx'
import { shiftsOn, withDay } from '../../admin/shifts/shift-text.ts'
import { isDayToCome } from './future.ts'
import { actionMessages } from './messages.ts'
import type { ActionProps } from './outcome.ts'

const inputsOf = ({ certifications }: Pick<OperatorDetail, 'certifications'>) =>
  certifications.map(({ name, skill, validUntil, proofKey }) => ({ name, skill, validUntil, proofKey }))

export const RenewAction = ({ item, onDone, onClose }: ActionProps) => {
  const t = useMessages(actionMessages)
  const { day } = useFormat()
  const { tenant } = useMe()
  const save = useAction(setCertifications)
  const params = { id: item.id }
  const form = useForm({
    draft: () => ({ validUntil: '' }),
    write: (draft) => draft,
    body: setCertifications,
    check: ({ validUntil }) => ({
      validUntil: !isDayToCome(validUntil, tenant.timeZone, Date.now()) && t.lastDayNeeded,
    }),
    // The set is replaced as a whole, based on the version fetched before.
    create: async ({ validUntil }) => {
      const former = await client.call(getOperator, { params })
      const certifications = former.certifications.map((one) => ({
        name: one.name,
        skill: one.skill,
        validUntil: one.id === item.subjectId ? validUntil : one.validUntil,
        proofKey: one.proofKey,
      }))
      const after = await save.mutateAsync({ params, ifMatch: former.version, body: { certifications } })
      return { validUntil, former, version: 'version' in after ? after.version : undefined }
    },
    onDone: (renewed) => {
      if (!renewed) return onClose()
      onDone({
        message: t.renewed({ day: day(renewed.validUntil) }),
        undo: callOf(setCertifications, {
          params,
          ifMatch: renewed.version,
          body: { certifications: inputsOf(renewed.former) },
        }).send,
      })
    },
  })
  return (
    <FormDialog form={form} title={t.renew} submit={t.renew} onClose={onClose}>
      <p className="quiet">{item.name}</p>
      <TextInput {...text(form, 'validUntil', t.lastDay)} type="date" data-autofocus />
    </FormDialog>
  )
}

/** Local date and time at the place. */
const localTimeAt = (iso: string, timeZone: string): { readonly date: string; readonly time: string } => {
  const [date = '', time = ''] = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'short',
  })
    .format(new Date(iso))
    .split(' ')
  return { date, time }
}

/** The operator's shifts of that day with the uncovered time added. */
const coveredBy = (shifts: Shifts, from: string, to: string, timeZone: string): Shifts => {
  const [start, end] = [localTimeAt(from, timeZone), localTimeAt(to, timeZone)]
  const times = [...shiftsOn(shifts, start.date).times, { from: start.time, to: end.time }]
  return {
    weekly: shifts.weekly,
    exceptions: withDay(shifts.exceptions, start.date, { kind: 'OTHER', times }),
  }
}

export const CoverAction = ({ item, onDone, onClose }: ActionProps) => {
  const t = useMessages(actionMessages)
  const { full } = useFormat()
  const save = useAction(setShifts)
  const { since, until } = item
  // The start of a running gap moves with each refetch; the offered person must not change with it.
  const match = useApi(
    matchOperators,
    { query: { buildingId: item.id, freeFrom: since, freeUntil: until ?? since, pageSize: 50 } },
    { keep: true },
  )
  const people = match.data?.items.map(({ operator }) => operator) ?? []
  const form = useForm({
    draft: () => ({ operatorId: '' }),
    write: (draft) => draft,
    body: setShifts,
    check: ({ operatorId }) => ({ operatorId: operatorId === '' && t.coverNeeded }),
    create: async ({ operatorId }) => {
      const params = { id: operatorId }
      const [former, { timeZone }] = await Promise.all([
        client.call(getOperator, { params }),
        client.call(getOnCall, { query: { buildingId: item.id } }),
      ])
      const body = coveredBy(former.shifts, since, until ?? since, timeZone)
      const { version } = await save.mutateAsync({ params, ifMatch: former.version, body })
      return { ...former, version }
    },
    onDone: (former) => {
      if (!former) return onClose()
      const { id, name, shifts, version } = former
      onDone({
        message: t.covered({ name }),
        undo: callOf(setShifts, { params: { id }, ifMatch: version, body: shifts }).send,
      })
    },
  })
  return (
    <FormDialog form={form} title={t.cover} submit={t.cover} onClose={onClose}>
      <p>
        {item.name}: {t.coverFor({ from: full(since), to: full(until ?? since) })}
      </p>
      {match.data && people.length === 0 ? <p className="quiet">{t.noOperators}</p> : null}
      <NativeSelect
        {...text(form, 'operatorId', t.coverWho)}
        data-autofocus
        data={[
          { value: '', label: '' },
          ...people.map(({ id, name, companyName }) => ({
            value: id,
            label: companyName ? `${name}, ${companyName}` : name,
          })),
        ]}
      />
      {match.error ? <ErrorPanel error={match.error} /> : null}
    </FormDialog>
  )
}
