import { Link } from '@tanstack/react-router'

export const TenantLink = ({ id, name }: { id: string; name: string }) => (
  <Link to="/tenants/$id" params={{ id }}>
    {name}
  </Link>
)
