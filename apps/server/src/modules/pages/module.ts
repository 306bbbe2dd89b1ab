import { module } from '#server/platform/module.ts'
import { mountPages } from './pages.ts'

export default module({ name: 'pages', mount: mountPages })
