/** Who may do the work, what they are certified for, and when they are on duty. */
import { module } from '#server/platform/module.ts'
import { exported } from './exported.ts'

export default module({
  name: 'operator',
  exported,
})
