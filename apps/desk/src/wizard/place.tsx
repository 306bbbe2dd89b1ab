/** WIZ-2: the building, its hours and floors. */
import { Button, Switch, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { type HoursText, usualHours, weekdays } from '#contracts/service-hours.ts'
import type { WizardData, WizardTemplate } from '#contracts/wizard.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { useMe } from '#desk-kit/lib/me.ts'
import { HoursInputs } from '../admin/hours-inputs.tsx'
import { adminMessages } from '../admin/messages.ts'
import { wizardMessages } from './messages.ts'
import { OverLimit, useOverLimit } from './plan-limit.tsx'
import { faultAt, type StageProps, stepOf } from './stage.ts'

const linesOf = (rows: readonly { readonly name?: string }[] | undefined): string =>
  (rows ?? []).map(({ name }) => name ?? '').join('\n')

const hoursOf = (typed: WizardData['hours']): HoursText | undefined =>
  typed && (Object.fromEntries(weekdays.map((day) => [day, typed[day] ?? ''])) as HoursText)

/** Template of the example where no kind was chosen. */
const usualKind: WizardTemplate['code'] = 'office'

export const Place = ({ state, saver, templates }: StageProps) => {
  const t = useMessages(wizardMessages)
  const house = useMessages(adminMessages)
  const { words } = useMessages()
  const { tenant } = useMe()
  const building = stepOf(state, 'BUILDING')
  const floors = stepOf(state, 'FLOORS')
  const [fields, setFields] = useState(() => ({
    name: building.data.name ?? '',
    address: building.data.address ?? '',
    timeZone: building.data.timeZone ?? '',
  }))
  const [hours, setHours] = useState(() => hoursOf(building.data.hours))
  const [isExample, setExample] = useState(building.data.example === true)
  const [lines, setLines] = useState(() => floors.data.text ?? linesOf(floors.data.rows))
  const count = lines.split('\n').filter((line) => line.trim() !== '').length
  const dataOf = (typed: typeof fields, own: HoursText | undefined, example: boolean): WizardData => ({
    ...typed,
    ...(own ? { hours: own } : {}),
    ...(example ? { example } : {}),
  })
  const take = (own: HoursText | undefined): void => {
    setHours(own)
    saver.later('BUILDING', dataOf(fields, own, isExample))
  }
  const field = (name: keyof typeof fields) => ({
    value: fields[name],
    error: faultAt(building, 1, name),
    onChange: (event: { readonly currentTarget: { readonly value: string } }) => {
      const next = { ...fields, [name]: event.currentTarget.value }
      // With its own name it is no longer the example.
      const still = isExample && name !== 'name'
      setFields(next)
      setExample(still)
      saver.later('BUILDING', dataOf(next, hours, still))
    },
  })
  const showExample = (): void => {
    const template = state.template ?? usualKind
    const typed = { ...fields, name: t.exampleName, address: t.exampleAddress }
    const { floors = [], amenities = [] } = templates.find(({ code }) => code === template) ?? {}
    const text = lines.trim() || floors.join('\n')
    const counts = amenities.map(({ type, count, where }) => ({ type, count, where }))
    const { state: how, data } = stepOf(state, 'AMENITIES')
    const hasNoRows = how !== 'PENDING' && (data.rows ?? []).length === 0
    setFields(typed)
    setHours(usualHours)
    setExample(true)
    setLines(text)
    void saver.now(
      ...(state.template === template ? [] : [{ template }]),
      { step: 'BUILDING', data: dataOf(typed, usualHours, true) },
      { step: 'FLOORS', data: { text } },
      ...(hasNoRows ? [{ step: 'AMENITIES' as const, data: { counts } }] : []),
    )
  }
  const over = useOverLimit('buildings', 1)
  const faults = floors.faults.slice(0, 5).map(({ row, message }) => t.inRow({ row, message }))
  return (
    <div className="page-form">
      {over ? <OverLimit {...over} /> : null}
      {fields.name === '' && fields.address === '' ? (
        <p className="wizard-action">
          <Button loading={saver.busy} onClick={showExample}>
            {t.fillExample}
          </Button>
          <span className="quiet">{t.fillExampleHelp}</span>
        </p>
      ) : null}
      <TextInput {...field('name')} label={words.name} description={t.nameHelp} maxLength={500} />
      <TextInput {...field('address')} label={t.address} maxLength={500} autoComplete="street-address" />
      <TextInput
        {...field('timeZone')}
        label={house.timeZone}
        description={t.timeZoneHelp({ zone: tenant.timeZone })}
        maxLength={500}
      />
      <Switch
        label={t.hasOwnHours}
        description={t.hoursHelp}
        checked={hours !== undefined}
        onChange={(event) => take(event.currentTarget.checked ? usualHours : undefined)}
      />
      {hours ? (
        <fieldset className="plain-fieldset">
          <legend className="hidden">{house.hours}</legend>
          <small>{house.hoursHelp}</small>
          <HoursInputs value={hours} onChange={take} />
        </fieldset>
      ) : null}
      <Textarea
        label={t.floors}
        description={t.floorsHelp}
        autosize
        minRows={4}
        maxRows={16}
        value={lines}
        error={faults.length > 0 ? faults.join(' ') : undefined}
        onChange={(event) => {
          const { value } = event.currentTarget
          setLines(value)
          saver.later('FLOORS', { text: value })
        }}
      />
      <p className="quiet" role="status">
        {t.floorCount({ count })}
      </p>
    </div>
  )
}
