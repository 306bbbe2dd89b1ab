/** Entry of the app of super admins. */
import '#desk-kit/styles/fonts.css'
import '#desk-kit/styles/kit.css'
import '#desk-kit/styles/tokens.css'
import '#desk-kit/styles/base.css'
import '#desk-kit/styles/frame.css'
import '#desk-kit/styles/screen.css'
import '#desk-kit/styles/palette.css'
import '#desk-kit/styles/lists.css'
import '#desk-kit/styles/forms.css'
import '#desk-kit/styles/records.css'
import '#desk-kit/styles/admin.css'
import '#desk-kit/styles/access.css'
import '#desk-kit/styles/print.css'
import { desk } from './router.tsx'

desk.start()
