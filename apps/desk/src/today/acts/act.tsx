/** One act on one matter, from its press to what came of it. Its code comes when the first one is pressed. */
import type { AttentionAct } from '#contracts/attention.ts'
import { WithTask } from '../../tasks/with-task.tsx'
import { AtOnce } from './at-once.tsx'
import type { ActProps } from './outcome.ts'
import { CoverAct, RenewAct } from './people-acts.tsx'
import { LinkAct, MakeTaskAct } from './place-acts.tsx'
import { AssignAct, DueAct, FinishAct, ReplyAct } from './task-acts.tsx'

const onTask = { ASSIGN: AssignAct, SET_DUE: DueAct, FINISH: FinishAct } as const

const OnTask = ({ act, ...props }: ActProps & { act: keyof typeof onTask }) => {
  const Form = onTask[act]
  return <WithTask id={props.item.id}>{(task) => <Form {...props} task={task} />}</WithTask>
}

const Act = ({ act, ...props }: ActProps & { act: AttentionAct }) => {
  switch (act) {
    case 'ASSIGN':
    case 'SET_DUE':
    case 'FINISH':
      return <OnTask act={act} {...props} />
    case 'REPLY':
      return <ReplyAct {...props} />
    case 'MAKE_TASK':
      return <MakeTaskAct {...props} />
    case 'LINK_CODE':
      return <LinkAct {...props} />
    case 'RENEW':
      return <RenewAct {...props} />
    case 'COVER':
      return <CoverAct {...props} />
    case 'WORKS_AGAIN':
    case 'NEW_CODE':
    case 'TRY_WEBHOOK':
    case 'PAUSE_WEBHOOK':
    case 'SWITCH_ON':
    case 'RESUME_MAILING':
    case 'PAUSE_MAILING':
      return <AtOnce act={act} {...props} />
    default:
      return act satisfies never
  }
}

export default Act
