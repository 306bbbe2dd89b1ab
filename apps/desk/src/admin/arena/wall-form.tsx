/** A wall, and the code that pairs its screen, which is shown once. */
import { Button, Modal, TextInput } from '@mantine/core'
import { type ArenaSetup, replaceArena } from '#contracts/arena/admin.ts'
import { FindMany } from '#desk-kit/find/find-field.tsx'
import { text } from '#desk-kit/form/fields.tsx'
import { FormDialog } from '#desk-kit/form/form-dialog.tsx'
import { useForm } from '#desk-kit/form/use-form.ts'
import { useAction } from '#desk-kit/lib/api.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { CopyButton } from '#desk-kit/parts/copy.tsx'
import { useFocusBack } from '#desk-kit/parts/focus-back.ts'
import { arenaMessages } from './messages.ts'
import { type Wall, wallBody } from './parts-of-setup.ts'

interface WallFormProps {
  readonly setup: ArenaSetup
  /** undefined: a new one */
  readonly wall: Wall | undefined
  /** @param paired the wall with its code, if it got one */
  readonly onClose: (paired?: Wall) => void
}

export const WallForm = ({ setup, wall, onClose }: WallFormProps) => {
  const { words } = useMessages()
  const t = useMessages(arenaMessages)
  const save = useAction(replaceArena)
  const form = useForm({
    draft: () => ({ name: wall?.name ?? '', buildingIds: [...(wall?.buildingIds ?? [])] }),
    write: ({ name, buildingIds }) => {
      const own = { name: name.trim(), buildingIds }
      const others = setup.kiosks.map(wallBody)
      return {
        kiosks: wall
          ? others.map((one) => (one.id === wall.id ? { ...own, id: one.id } : one))
          : [...others, own],
      }
    },
    body: replaceArena,
    check: ({ name }) => ({ name: name.trim() === '' && t.nameNeeded }),
    create: (body) => save.mutateAsync({ body, ifMatch: setup.version }),
    onDone: (answer) => onClose(answer?.kiosks.find(({ pairingCode }) => pairingCode !== undefined)),
  })
  return (
    <FormDialog
      form={form}
      title={wall ? t.editWall : t.newWall}
      submit={words.save}
      onClose={() => onClose()}
    >
      <TextInput {...text(form, 'name', words.name)} maxLength={80} data-autofocus />
      <FindMany
        from="buildings"
        label={t.where}
        description={t.whereHelp}
        value={form.values.buildingIds}
        onChange={(buildingIds) => form.set({ buildingIds })}
      />
    </FormDialog>
  )
}

/** Eight characters in two groups, as the wall asks for them. */
const grouped = (code: string): string => `${code.slice(0, 4)} ${code.slice(4)}`

export const WallCode = ({ wall, onClose }: { wall: Wall; onClose: () => void }) => {
  const { words } = useMessages()
  const t = useMessages(arenaMessages)
  useFocusBack(true)
  return (
    <Modal
      opened
      onClose={onClose}
      title={t.codeTitle({ name: wall.name })}
      size="md"
      closeButtonProps={{ 'aria-label': words.close }}
    >
      <div className="form">
        <p>{t.codeHelp({ address: `${location.host}/arena/wall` })}</p>
        <p className="wall-code">{grouped(wall.pairingCode ?? '')}</p>
        <p>{t.codeLink}</p>
        <p className="prose">{wall.url}</p>
        <CopyButton text={wall.url ?? ''} label={t.copyLink} />
        <div className="form-foot">
          <Button variant="filled" onClick={onClose}>
            {words.close}
          </Button>
        </div>
      </div>
    </Modal>
  )
}
