/**
 * Warns where an earlier rule or policy matches everything that this one matches, and offers to place a new one
 * before it.
 */
import { Checkbox } from '@mantine/core'
import { useEffect, useState } from 'react'
import { takesAll } from '#contracts/routing/takes-all.ts'
import { useMessages } from '../lib/language.tsx'
import { Mark } from '../parts/mark.tsx'

type Conditions = Parameters<typeof takesAll>[0]

interface Rule {
  readonly id: string
  readonly name: string
  readonly enabled: boolean
  readonly position: number
  /** of a policy */
  readonly scope?: Conditions
  /** of a routing rule */
  readonly when?: Conditions
  readonly target?: { readonly active: boolean } | null
}

interface ShadowWarningProps {
  /** in order of evaluation */
  readonly all: readonly Rule[]
  /** id of the edited rule; undefined: a new one, which is last */
  readonly own: string | undefined
  readonly conditions: Conditions
  /** position for the new rule; undefined: last */
  readonly onPlace: (position: number | undefined) => void
}

export const ShadowWarning = ({ all, own, conditions, onPlace }: ShadowWarningProps) => {
  const { lists } = useMessages()
  const [before, setBefore] = useState(true)
  const place = all.findIndex(({ id }) => id === own)
  const taker = all.slice(0, place === -1 ? all.length : place).find(
    // A rule whose target is inactive is skipped.
    ({ enabled, target, when, scope }) =>
      enabled && target?.active !== false && takesAll(when ?? scope ?? {}, conditions),
  )
  const isNew = own === undefined
  const position = isNew && before ? taker?.position : undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: told when the place is another
  useEffect(() => onPlace(position), [position])
  if (!taker) return null
  const { name } = taker
  return (
    <fieldset className="plain-fieldset">
      <legend className="hidden">{lists.placeBefore({ name })}</legend>
      <p role="status">
        {position === undefined ? (
          <Mark tone="warn">{lists.takenAbove({ name })}</Mark>
        ) : (
          lists.takenUnlessBefore({ name })
        )}
      </p>
      {isNew ? (
        <Checkbox
          label={lists.placeBefore({ name })}
          checked={before}
          onChange={(event) => setBefore(event.currentTarget.checked)}
        />
      ) : null}
    </fieldset>
  )
}
