import '../look/base.css'
import { render } from 'preact'
render(<p>x</p>, document.body)
