import type { Handler } from '#server/platform/http/serve.ts'
import createStatusItem from './create-status-item.ts'
import deleteStatusItem from './delete-status-item.ts'
import setStatusItemState from './set-status-item-state.ts'
import updateStatusItem from './update-status-item.ts'

export const routes: readonly Handler[] = [
  createStatusItem,
  updateStatusItem,
  deleteStatusItem,
  setStatusItemState,
]
