/** One action on an attention item, from press to outcome. Its code loads on the first press. */
import type { AttentionAct } from '#contracts/attention.ts'
import { WithTask } from '../../tasks/with-task.tsx'
import { ImmediateAction } from './immediate-actions.tsx'
import type { ActionProps } from './outcome.ts'
import { CoverAction, RenewAction } from './people-actions.tsx'
import { LinkAction, MakeTaskAction } from './place-actions.tsx'
import { AssignAction, DueAction, FinishAction, ReplyAction } from './task-actions.tsx'

const onTask = { ASSIGN: AssignAction, SET_DUE: DueAction, FINISH: FinishAction } as const

const OnTask = ({ action, ...props }: ActionProps & { action: keyof typeof onTask }) => {
  const Form = onTask[action]
  return <WithTask id={props.item.id}>{(task) => <Form {...props} task={task} />}</WithTask>
}

const Action = ({ action, ...props }: ActionProps & { action: AttentionAct }) => {
  switch (action) {
    case 'ASSIGN':
    case 'SET_DUE':
    case 'FINISH':
      return <OnTask action={action} {...props} />
    case 'REPLY':
      return <ReplyAction {...props} />
    case 'MAKE_TASK':
      return <MakeTaskAction {...props} />
    case 'LINK_CODE':
      return <LinkAction {...props} />
    case 'RENEW':
      return <RenewAction {...props} />
    case 'COVER':
      return <CoverAction {...props} />
    case 'WORKS_AGAIN':
    case 'NEW_CODE':
    case 'TRY_WEBHOOK':
    case 'PAUSE_WEBHOOK':
    case 'SWITCH_ON':
    case 'RESUME_MAILING':
    case 'PAUSE_MAILING':
      return <ImmediateAction action={action} {...props} />
    default:
      return action satisfies never
  }
}

export default Action
