/** Assignment dialog for the command palette, given only the task's id. */
import { Assign } from './assign.tsx'
import { WithTask } from './with-task.tsx'

const AssignById = ({ id, onClose }: { id: string; onClose: () => void }) => (
  <WithTask id={id}>{(task) => <Assign task={task} onClose={onClose} />}</WithTask>
)

export default AssignById
