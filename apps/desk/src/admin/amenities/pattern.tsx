/** Creates many amenities from floors and types, with a preview of their names. */
import { ActionIcon, Button, NumberInput, Textarea, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { newId } from '#client/unique-id.ts'
import { bulkAmenities, maxBulkAmenities } from '#contracts/places/amenities.ts'
import { FindOne } from '#desk-kit/find/find-field.tsx'
import { text, value } from '#desk-kit/form/fields.tsx'
import { FormDialog } from '#desk-kit/form/form-dialog.tsx'
import { useForm } from '#desk-kit/form/use-form.ts'
import { useAction } from '#desk-kit/lib/api.ts'
import { useMessages, useNames } from '#desk-kit/lib/language.tsx'
import { adminMessages } from '../messages.ts'
import { amenityMessages } from './messages.ts'

interface Line {
  readonly id: string
  readonly type: string
  readonly count: number
  readonly pattern: string
}

interface Draft {
  readonly buildingId: string
  readonly floors: string
  readonly types: readonly Line[]
}

const usual = '{type} {floor}.{n}'

const floorsOf = (typed: string): string[] => [
  ...new Set(
    typed
      .split(/[\n,]/)
      .map((floor) => floor.trim())
      .filter(Boolean),
  ),
]

interface AmenityPatternProps {
  readonly building: string | undefined
  readonly onClose: () => void
}

const LineFields = ({
  line,
  set,
  remove,
}: {
  line: Line
  set: (part: Partial<Line>) => void
  remove: (() => void) | undefined
}) => {
  const { words } = useMessages()
  const amenities = useMessages(amenityMessages)
  const house = useMessages(adminMessages)
  return (
    <div className="pattern-line">
      <FindOne
        from="types"
        label={house.type}
        value={line.type}
        onChange={(type) => set({ type: type ?? line.type })}
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

export const AmenityPattern = ({ building, onClose }: AmenityPatternProps) => {
  const { words } = useMessages()
  const amenities = useMessages(amenityMessages)
  const names = useNames()
  const create = useAction(bulkAmenities, { withMe: true })
  const totalOf = (draft: Pick<Draft, 'floors' | 'types'>): number =>
    floorsOf(draft.floors).length * draft.types.reduce((sum, { count }) => sum + count, 0)
  const form = useForm({
    draft: (): Draft => ({
      buildingId: building ?? '',
      floors: '',
      types: [{ id: newId(), type: 'WASHROOM', count: 2, pattern: usual }],
    }),
    write: (draft) => ({
      buildingId: draft.buildingId,
      floors: floorsOf(draft.floors),
      types: draft.types.map(({ type, count, pattern }) => ({
        type,
        count,
        ...(pattern.trim() ? { namePattern: pattern.trim() } : {}),
      })),
    }),
    body: bulkAmenities,
    check: (draft) => ({
      buildingId: draft.buildingId === '' && amenities.buildingNeeded,
      floors:
        (floorsOf(draft.floors).length === 0 && amenities.floorsNeeded) ||
        (totalOf(draft) > maxBulkAmenities && amenities.tooMany({ most: maxBulkAmenities })),
    }),
    create: (body) => create.mutateAsync({ body: { create: body } }),
    onDone: onClose,
  })
  const { floors, types: lines } = form.values
  const setLines = (types: readonly Line[]): void => form.set({ types })
  const [floor = ''] = floorsOf(floors)
  const total = totalOf(form.values)
  const example = floor
    ? lines.flatMap(({ type, count, pattern }) =>
        Array.from({ length: Math.min(count, 3) }, (_, index) =>
          (pattern || usual)
            .replaceAll('{type}', names.type(type))
            .replaceAll('{floor}', floor)
            .replaceAll('{n}', String(index + 1)),
        ),
      )
    : []
  return (
    <FormDialog
      form={form}
      title={amenities.addMany}
      submit={amenities.createCount({ count: total })}
      onClose={onClose}
      quota="qrCodes"
      wide
    >
      <FindOne
        {...value(form, 'buildingId', words.building)}
        from="buildings"
        onChange={(id) => form.set({ buildingId: id ?? '' })}
      />
      <Textarea
        {...text(form, 'floors', amenities.floors)}
        description={amenities.floorsHelp}
        autosize
        minRows={3}
      />
      <fieldset>
        <legend>{amenities.onEachFloor}</legend>
        <small>{amenities.patternHelp({ type: '{type}', floor: '{floor}', n: '{n}' })}</small>
        {lines.map((line) => (
          <LineFields
            key={line.id}
            line={line}
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
          {amenities.preview({ count: total })} {example.join(', ')} …
        </p>
      ) : null}
    </FormDialog>
  )
}
