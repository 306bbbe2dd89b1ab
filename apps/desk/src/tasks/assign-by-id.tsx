/** Gives a task to somebody from anywhere in the desk. */
import { Assign } from './assign.tsx'
import { WithTask } from './with-task.tsx'

const AssignById = ({ id, onClose }: { id: string; onClose: () => void }) => (
  <WithTask id={id}>{(task) => <Assign task={task} onClose={onClose} />}</WithTask>
)

export default AssignById
