/** Review of a submitted round: accepted or sent back; single findings may be rejected in either case. */
import { Checkbox, Textarea, TextInput } from '@mantine/core'
import { type AdminRound, reviewRound } from '#contracts/scout/admin-rounds.ts'
import type { Finding } from '#contracts/scout/findings.ts'
import { Group, text } from '#desk-kit/form/fields.tsx'
import { FormDialog } from '#desk-kit/form/form-dialog.tsx'
import { useForm } from '#desk-kit/form/use-form.ts'
import { useAction } from '#desk-kit/lib/api.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { roundMessages } from './messages.ts'

const longestReason = 500
const over: readonly Finding['state'][] = ['MERGED', 'REJECTED', 'WITHDRAWN']

interface Draft {
  readonly reason: string
  /** reason by the id of a finding that is rejected */
  readonly rejectFindings: Readonly<Record<string, string>>
}

interface ReviewProps {
  readonly round: AdminRound
  readonly decision: 'ACCEPT' | 'RETURN'
  readonly onClose: () => void
}

export const Review = ({ round, decision, onClose }: ReviewProps) => {
  const t = useMessages(roundMessages)
  const review = useAction(reviewRound)
  const isReturn = decision === 'RETURN'
  const number = String(round.number)
  const form = useForm({
    draft: (): Draft => ({ reason: '', rejectFindings: {} }),
    write: ({ reason, rejectFindings }) => ({
      decision,
      ...(isReturn ? { reason: reason.trim() } : {}),
      rejectFindings: Object.entries(rejectFindings).map(([id, why]) => ({ id, reason: why.trim() })),
    }),
    body: reviewRound,
    check: ({ reason, rejectFindings }) => ({
      reason: isReturn && reason.trim() === '' && t.reasonNeeded,
      rejectFindings: Object.values(rejectFindings).some((why) => why.trim() === '') && t.reasonNeeded,
    }),
    create: (body) => review.mutateAsync({ params: { id: round.id }, body }),
    onDone: onClose,
  })
  const { rejectFindings } = form.values
  const open = (round.found ?? []).filter(({ state }) => !over.includes(state))
  const set = (next: Draft['rejectFindings']): void => form.set({ rejectFindings: next })
  return (
    <FormDialog
      form={form}
      title={(isReturn ? t.returnTitle : t.acceptTitle)({ number })}
      submit={isReturn ? t.sendBack : t.accept}
      onClose={onClose}
    >
      <p>{isReturn ? t.returnHelp : t.acceptHelp}</p>
      {isReturn ? (
        <Textarea {...text(form, 'reason', t.returnReason)} autosize minRows={2} data-autofocus />
      ) : null}
      {open.length > 0 ? (
        <Group form={form} name="rejectFindings" legend={t.reject} help={t.rejectHelp}>
          {open.map(({ id, categoryName, amenity, text: what }) => {
            const why = rejectFindings[id]
            const { [id]: _own, ...others } = rejectFindings
            return (
              <div key={id} className="reject">
                <Checkbox
                  label={`${categoryName}, ${amenity.name}`}
                  description={what}
                  checked={why !== undefined}
                  onChange={(event) => set(event.currentTarget.checked ? { ...others, [id]: '' } : others)}
                />
                {why === undefined ? null : (
                  <TextInput
                    aria-label={t.rejectReason({ text: categoryName })}
                    placeholder={t.reason}
                    maxLength={longestReason}
                    value={why}
                    onChange={(event) => set({ ...rejectFindings, [id]: event.currentTarget.value })}
                  />
                )}
              </div>
            )
          })}
        </Group>
      ) : null}
    </FormDialog>
  )
}
