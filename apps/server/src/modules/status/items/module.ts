import * as contracts from '#contracts/status/items.ts'
import { module } from '#server/platform/module.ts'
import createStatusItem from './create-status-item.ts'
import deleteStatusItem from './delete-status-item.ts'
import setStatusItemState from './set-status-item-state.ts'
import updateStatusItem from './update-status-item.ts'

export default module({
  name: 'status-items',
  implements: contracts,
  handlers: { createStatusItem, deleteStatusItem, setStatusItemState, updateStatusItem },
})
