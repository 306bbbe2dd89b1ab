/** Decides a dispute, or declines a redemption, with a reason that the player reads. */
import { NativeSelect, Textarea } from '@mantine/core'
import {
  decideDispute,
  decideRedemption,
  type OpenDispute,
  type OpenRedemption,
} from '#contracts/arena/admin.ts'
import { text } from '#desk-kit/form/fields.tsx'
import { FormDialog } from '#desk-kit/form/form-dialog.tsx'
import { useForm } from '#desk-kit/form/use-form.ts'
import { useAction } from '#desk-kit/lib/api.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { arenaMessages } from './messages.ts'

const leastReason = 3
type Decision = 'UPHOLD' | 'REVERSE'

interface DecideDisputeProps {
  readonly dispute: OpenDispute
  /** what it is about, in words */
  readonly title: string
  readonly onClose: () => void
}

export const DecideDispute = ({ dispute, title, onClose }: DecideDisputeProps) => {
  const t = useMessages(arenaMessages)
  const decide = useAction(decideDispute)
  const form = useForm({
    draft: () => ({ decision: 'UPHOLD' as Decision, reason: '' }),
    write: ({ decision, reason }) => ({ decision, reason: reason.trim() }),
    body: decideDispute,
    check: ({ reason }) => ({ reason: reason.trim().length < leastReason && t.reasonNeeded }),
    create: (body) => decide.mutateAsync({ params: { id: dispute.id }, body }),
    onDone: onClose,
  })
  const choices: Readonly<Record<Decision, string>> =
    dispute.kind === 'KUDOS'
      ? { UPHOLD: t.kudosUphold, REVERSE: t.kudosReverse }
      : { UPHOLD: t.pointsUphold, REVERSE: t.pointsReverse }
  return (
    <FormDialog form={form} title={title} submit={t.decide} onClose={onClose}>
      <NativeSelect
        {...text(form, 'decision', t.decision)}
        data={(['UPHOLD', 'REVERSE'] as const).map((value) => ({ value, label: choices[value] }))}
      />
      <Textarea {...text(form, 'reason', t.reason)} description={t.reasonHelp} autosize minRows={2} />
    </FormDialog>
  )
}

interface DeclineProps {
  readonly redemption: OpenRedemption
  readonly onClose: () => void
}

export const Decline = ({ redemption, onClose }: DeclineProps) => {
  const t = useMessages(arenaMessages)
  const decide = useAction(decideRedemption)
  const form = useForm({
    draft: () => ({ reason: '' }),
    write: ({ reason }) => ({ decision: 'REJECT' as const, reason: reason.trim() }),
    body: decideRedemption,
    check: ({ reason }) => ({ reason: reason.trim().length < leastReason && t.reasonNeeded }),
    create: (body) => decide.mutateAsync({ params: { id: redemption.id }, body }),
    onDone: onClose,
  })
  return (
    <FormDialog
      form={form}
      title={t.rejectTitle({ reward: redemption.reward.title })}
      submit={t.reject}
      onClose={onClose}
    >
      <p>{t.rejectHelp}</p>
      <Textarea
        {...text(form, 'reason', t.reason)}
        description={t.reasonHelp}
        autosize
        minRows={2}
        data-autofocus
      />
    </FormDialog>
  )
}
