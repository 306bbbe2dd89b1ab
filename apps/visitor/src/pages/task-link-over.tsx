/** The page of a task link that opens no task (any more). */
import type { TaskLinkOverPageModel } from '../models.ts'
import { Hidden } from '../parts/blocks.tsx'
import { renderDocument } from '../parts/document.tsx'
import { Mark } from '../parts/state.tsx'
import { viewOf } from '../parts/view.ts'
import type { PlainMessage } from '../translate.ts'

const over: Record<TaskLinkOverPageModel['reason'], readonly [title: PlainMessage, text: PlainMessage]> = {
  DONE: ['taskDoneTitle', 'taskDoneText'],
  MERGED: ['taskMovedTitle', 'taskMergedText'],
  REASSIGNED: ['taskMovedTitle', 'taskMovedText'],
  EXPIRED: ['taskExpiredTitle', 'taskExpiredText'],
  UNKNOWN: ['taskUnknownTitle', 'taskUnknownText'],
  REFUSED: ['taskRefusedTitle', 'taskRefused'],
}

export const renderTaskLinkOverPage = (model: TaskLinkOverPageModel): string => {
  const { task } = model
  const view = viewOf(model, task?.timeZone)
  const { t } = view
  const [title, text] = over[model.reason]
  return renderDocument({
    model,
    title: t(title),
    // What was typed in a form that was refused may still be sent.
    script: model.reason === 'REFUSED' ? '' : LINK_SCRIPT,
    children: (
      <>
        <h1 tabIndex={-1}>{t(title)}</h1>
        {task && (
          <p class="place">
            {t('taskTask', { n: task.number })} · <bdi>{task.title}</bdi>
          </p>
        )}
        <div id="notes" role="status" />
        {task?.completedAt && (
          <p class="state RESOLVED">
            <Mark tone="good" />
            {t('taskDoneAt', { time: view.clock(task.completedAt) })}
          </p>
        )}
        <p>{t(text)}</p>
        {model.undo && (
          <form method="post" action={`/o/${encodeURIComponent(model.undo.token)}?lang=${model.language}`}>
            <Hidden fields={{ act: 'undo', formId: model.undo.formId }} />
            <button type="submit">{t('taskUndo')}</button>
          </form>
        )}
      </>
    ),
  })
}
