/** The reply to one submission, sent at once; for screens without the inbox's queue. */
import { ApiError } from '#client/errors.ts'
import { bulkFeedback } from '#contracts/dashboard.ts'
import { useAction } from '#desk-kit/lib/api.ts'
import { type Answered, ReplyDialog } from './reply-dialog.tsx'

interface ReplyToOneProps {
  readonly item: Answered
  readonly onClose: () => void
  readonly onDone: () => void
}

export const ReplyToOne = ({ item, onClose, onDone }: ReplyToOneProps) => {
  const save = useAction(bulkFeedback)
  return (
    <ReplyDialog
      items={[item]}
      send={async (patch) => {
        const [result] = await save.mutateAsync({ body: { ids: [item.id], ...patch } })
        if (!result?.ok)
          throw new ApiError({
            status: 200,
            code: (result?.code ?? 'BAD_ANSWER') as ApiError['code'],
            message: result?.error ?? '',
          })
      }}
      onClose={onClose}
      onDone={onDone}
    />
  )
}
