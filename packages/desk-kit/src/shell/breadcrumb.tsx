import { Link } from '@tanstack/react-router'
import { parentOf } from './nav-tree.ts'
import { useScreenText } from './screen-names.ts'

export const Breadcrumb = ({ name }: { name: string }) => {
  const textOf = useScreenText()
  const parent = parentOf(name)
  return parent ? <Link to={parent.path as '/'}>{textOf(parent.name).name}</Link> : null
}
