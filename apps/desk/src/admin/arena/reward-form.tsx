/** A reward. The service keeps all rewards as one list. */
import { Checkbox, Textarea, TextInput } from '@mantine/core'
import { type ArenaSetup, replaceArena } from '#contracts/arena/admin.ts'
import { check, text } from '#desk-kit/form/fields.tsx'
import { FormDialog } from '#desk-kit/form/form-dialog.tsx'
import { useForm } from '#desk-kit/form/use-form.ts'
import { useAction } from '#desk-kit/lib/api.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { arenaMessages } from './messages.ts'
import { rewardBody } from './parts-of-setup.ts'
import { type Typed, WholeNumber, wholeNumber } from './whole-number.tsx'

interface RewardFormProps {
  readonly setup: ArenaSetup
  /** undefined: a new one */
  readonly reward: ArenaSetup['rewards'][number] | undefined
  readonly onClose: () => void
}

const bounds = { cost: [1, 10_000], stock: [0, 100_000], perPerson: [1, 1000] } as const
const orNone = (typed: Typed): number | null => (typed === '' ? null : Number(typed))

export const RewardForm = ({ setup, reward, onClose }: RewardFormProps) => {
  const { words } = useMessages()
  const t = useMessages(arenaMessages)
  const save = useAction(replaceArena)
  const form = useForm({
    draft: () => ({
      title: reward?.title ?? '',
      description: reward?.description ?? '',
      cost: (reward?.cost ?? 50) as Typed,
      stock: (reward?.stock ?? '') as Typed,
      perPerson: (reward?.perPerson ?? '') as Typed,
      active: reward?.active ?? true,
    }),
    write: ({ title, description, cost, stock, perPerson, active }) => {
      const own = {
        title: title.trim(),
        description: description.trim(),
        cost: Number(cost),
        stock: orNone(stock),
        perPerson: orNone(perPerson),
        active,
      }
      const others = setup.rewards.map(rewardBody)
      return {
        rewards: reward
          ? others.map((one) => (one.id === reward.id ? { ...own, id: one.id } : one))
          : [...others, own],
      }
    },
    body: replaceArena,
    check: ({ title, cost, stock, perPerson }) => {
      const wrong = (typed: Typed, [min, max]: readonly [number, number]): string | false =>
        wholeNumber(typed, min, max) === undefined && t.between({ min, max })
      return {
        title: title.trim() === '' && t.nameNeeded,
        cost: wrong(cost, bounds.cost),
        stock: stock !== '' && wrong(stock, bounds.stock),
        perPerson: perPerson !== '' && wrong(perPerson, bounds.perPerson),
      }
    },
    create: (body) => save.mutateAsync({ body, ifMatch: setup.version }),
    onDone: onClose,
  })
  const number = (name: keyof typeof bounds, label: string, description?: string) => (
    <WholeNumber
      label={label}
      {...(description ? { description, optional: true } : {})}
      min={bounds[name][0]}
      max={bounds[name][1]}
      value={form.values[name]}
      onChange={(typed) => form.set({ [name]: typed })}
    />
  )
  return (
    <FormDialog form={form} title={reward ? t.editReward : t.newReward} submit={words.save} onClose={onClose}>
      <TextInput {...text(form, 'title', t.title)} maxLength={80} data-autofocus />
      <Textarea {...text(form, 'description', t.description)} maxLength={300} autosize minRows={2} />
      <div className="two">
        {number('cost', t.cost)}
        {number('stock', t.stock, t.stockHelp)}
        {number('perPerson', t.perPerson, t.stockHelp)}
      </div>
      <Checkbox {...check(form, 'active', t.active)} />
    </FormDialog>
  )
}
