/** Many amenities from floors × types, with a preview of the names before anything is made. */
import { ActionIcon, Button, NativeSelect, NumberInput, Textarea, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { newId } from '#client/unique-id.ts'
import { bulkAmenities, maxBulkAmenities } from '#contracts/admin/amenities.ts'
import { useAct } from '../../lib/api.ts'
import { useNames, useT } from '../../lib/language.tsx'
import { FormDialog } from '../../parts/dialog.tsx'
import type { Choice } from '../../parts/filters.tsx'
import { useTypeChoices } from '../choices.ts'

interface Line {
  readonly id: string
  readonly type: string
  readonly count: number
  readonly pattern: string
}

const usual = '{type} {floor}.{n}'

const floorsOf = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\n,]/)
      .map((floor) => floor.trim())
      .filter(Boolean),
  ),
]

interface AmenityPatternProps {
  readonly buildings: readonly Choice[]
  readonly building: string | undefined
  readonly onClose: () => void
}

const LineFields = ({
  line,
  types,
  set,
  remove,
}: {
  line: Line
  types: readonly Choice[]
  set: (part: Partial<Line>) => void
  remove: (() => void) | undefined
}) => {
  const { amenities, house, words } = useT()
  return (
    <div className="pattern-line">
      <NativeSelect
        label={house.type}
        value={line.type}
        onChange={(event) => set({ type: event.currentTarget.value })}
        data={[...types]}
      />
      <NumberInput
        label={amenities.perFloor}
        min={1}
        max={maxBulkAmenities}
        allowDecimal={false}
        value={line.count}
        onChange={(count) => set({ count: Number(count) || 1 })}
      />
      <TextInput
        label={amenities.namePattern}
        maxLength={120}
        value={line.pattern}
        onChange={(event) => set({ pattern: event.currentTarget.value })}
      />
      {remove ? (
        <ActionIcon aria-label={words.remove} onClick={remove}>
          <IconX size={16} aria-hidden />
        </ActionIcon>
      ) : null}
    </div>
  )
}

export const AmenityPattern = ({ buildings, building, onClose }: AmenityPatternProps) => {
  const { amenities, words } = useT()
  const names = useNames()
  const types = useTypeChoices()
  const create = useAct(bulkAmenities, { withMe: true })
  const only = buildings.length === 1 ? (buildings[0]?.value ?? '') : ''
  const [buildingId, setBuildingId] = useState(building ?? only)
  const [floors, setFloors] = useState('')
  const [lines, setLines] = useState<readonly Line[]>([
    { id: newId(), type: 'WASHROOM', count: 2, pattern: usual },
  ])
  const list = floorsOf(floors)
  const total = list.length * lines.reduce((sum, { count }) => sum + count, 0)
  const example = list.slice(0, 1).flatMap((floor) =>
    lines.flatMap(({ type, count, pattern }) =>
      Array.from({ length: Math.min(count, 3) }, (_, index) =>
        (pattern || usual)
          .replaceAll('{type}', names.type(type))
          .replaceAll('{floor}', floor)
          .replaceAll('{n}', String(index + 1)),
      ),
    ),
  )
  const problem =
    buildingId === ''
      ? amenities.buildingNeeded
      : list.length === 0
        ? amenities.floorsNeeded
        : total > maxBulkAmenities
          ? amenities.tooMany(maxBulkAmenities)
          : undefined
  return (
    <FormDialog
      title={amenities.addMany}
      opened
      wide
      onClose={onClose}
      dirty={floors !== ''}
      submit={amenities.createCount(total)}
      problem={problem}
      busy={create.isPending}
      error={create.error}
      quota="qrCodes"
      onSubmit={() =>
        create.mutate(
          {
            body: {
              create: {
                buildingId,
                floors: list,
                types: lines.map(({ type, count, pattern }) => ({
                  type,
                  count,
                  ...(pattern.trim() ? { namePattern: pattern.trim() } : {}),
                })),
              },
            },
          },
          { onSuccess: onClose },
        )
      }
    >
      <NativeSelect
        data-autofocus
        label={words.building}
        value={buildingId}
        onChange={(event) => setBuildingId(event.currentTarget.value)}
        data={[{ value: '', label: amenities.chooseBuilding }, ...buildings]}
      />
      <Textarea
        label={amenities.floors}
        description={amenities.floorsHelp}
        autosize
        minRows={3}
        value={floors}
        onChange={(event) => setFloors(event.currentTarget.value)}
      />
      <fieldset>
        <legend>{amenities.onEachFloor}</legend>
        <small>{amenities.patternHelp}</small>
        {lines.map((line) => (
          <LineFields
            key={line.id}
            line={line}
            types={types.length > 0 ? types : [{ value: line.type, label: names.type(line.type) }]}
            set={(part) => setLines(lines.map((one) => (one.id === line.id ? { ...one, ...part } : one)))}
            remove={lines.length > 1 ? () => setLines(lines.filter(({ id }) => id !== line.id)) : undefined}
          />
        ))}
        <div>
          <Button
            size="compact-sm"
            onClick={() => setLines([...lines, { id: newId(), type: 'KITCHEN', count: 1, pattern: usual }])}
          >
            {amenities.anotherType}
          </Button>
        </div>
      </fieldset>
      {example.length > 0 ? (
        <p role="status">
          {amenities.preview(total)} {example.join(', ')} …
        </p>
      ) : null}
    </FormDialog>
  )
}
